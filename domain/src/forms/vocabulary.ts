/**
 * Enums of forms and submissions (specification section 3) and limits of the form object (forms contract, appendix A).
 */

export const submissionStatuses = ['PENDING', 'CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const stringFormats = [
  'UNKNOWN_FORMAT',
  'DATE',
  'TIME',
  'DATE_TIME',
  'EMAIL',
  'URL',
  'UUID',
  'PHONE',
  'URI',
  'HOSTNAME',
  'COLOR_HEX',
  'CURRENCY',
  'LANGUAGE',
  'DATE_OPTIONAL_TIME',
] as const;
export type StringFormat = (typeof stringFormats)[number];

/**
 * Maps each input type to the components that may show it. The block of an input type is named `<inputType in camel
 * case>Options`.
 */
export const componentsByInputType = {
  STRING: [
    'TEXT_INPUT',
    'RADIO_GROUP',
    'DROPDOWN',
    'DATE_TIME',
    'PHONE_INPUT',
    'DATE_INPUT',
    'TIME_INPUT',
    'DATE_PICKER',
    'SERVICES_DROPDOWN',
    'PASSWORD',
  ],
  NUMBER: ['NUMBER_INPUT', 'RATING_INPUT'],
  BOOLEAN: ['CHECKBOX'],
  ARRAY: ['CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP'],
  OBJECT: [],
  WIX_FILE: ['FILE_UPLOAD', 'SIGNATURE'],
  PAYMENT: ['CHECKBOX_GROUP', 'DONATION_INPUT', 'PAYMENT_INPUT', 'FIXED_PAYMENT'],
  SCHEDULING: ['APPOINTMENT'],
  ADDRESS: ['MULTILINE_ADDRESS'],
  OBJECT_ARRAY: ['REPEATER'],
} as const satisfies Record<string, readonly string[]>;
export type InputType = keyof typeof componentsByInputType;

export const isInputType = (name: unknown): name is InputType =>
  typeof name === 'string' && Object.hasOwn(componentsByInputType, name);

export const displayFieldTypes = ['RICH_CONTENT', 'PAGE_NAVIGATION', 'LOGIN_BAR'] as const;

/** Components whose value consists of one or more of the owner's options. */
export const choiceComponents = ['RADIO_GROUP', 'DROPDOWN', 'CHECKBOX_GROUP', 'TAGS'] as const;

/** Components whose list of options is optional: their options come from elsewhere or are suggestions. */
export const customChoiceComponents = ['SERVICES_DROPDOWN', 'SERVICES_CHECKBOX_GROUP', 'DONATION_INPUT'] as const;

export const contactFields = [
  'UNKNOWN_CONTACT_FIELD',
  'UNDEFINED',
  'FIRST_NAME',
  'LAST_NAME',
  'COMPANY',
  'POSITION',
  'EMAIL',
  'PHONE',
  'ADDRESS',
  'BIRTHDATE',
  'CUSTOM_FIELD',
  'SUBSCRIPTION',
  'VAT_ID',
] as const;
export type ContactField = (typeof contactFields)[number];

/** Window sizes for which a step has a layout. */
export const breakpoints = ['large', 'medium', 'small'] as const;

export const productTypes = ['SHIPPABLE', 'DIGITAL'] as const;
export const priceTypes = ['FIXED_PRICE', 'DYNAMIC_PRICE'] as const;
export const spamFilterProtectionLevels = [
  'UNKNOWN_SPAM_FILTER_PROTECTION_LEVEL',
  'NONE',
  'BASIC',
  'ADVANCED',
] as const;
export const submitSuccessActions = ['NO_ACTION', 'THANK_YOU_MESSAGE', 'REDIRECT', 'POPUP'] as const;
export const requiredIndicators = ['ASTERISK', 'TEXT', 'NONE'] as const;
export const requiredIndicatorPlacements = ['AFTER_FIELD_TITLE', 'BEFORE_FIELD_TITLE'] as const;
export const uploadFileFormats = ['VIDEO', 'IMAGE', 'AUDIO', 'DOCUMENT', 'ARCHIVE', 'MODEL_3D'] as const;
export const optInLevels = ['UNKNOWN_CONFIRMATION_LEVEL', 'SINGLE_CONFIRMATION', 'DOUBLE_CONFIRMATION'] as const;
export const spamReasons = [
  'EMAIL_BLOCKLISTED',
  'EMAIL_QUOTA_REACHED',
  'IP_BLOCKLISTED',
  'AI_REPORTED',
  'AI_REPORTED_LLM',
  'MANUALLY_REPORTED',
  'MODERATION_SPI',
] as const;

/** The namespace of a site's own forms. */
export const FORM_APP_NAMESPACE = 'wix.form_app.form';

/** Limits of the form object. Lengths of names count UTF-16 code units; lengths of values count code points. */
export const formLimits = {
  fields: 500,
  deletedFields: 150,
  steps: 100,
  rules: 100,
  overrides: 500,
  conditions: 400,
  /** Maximum nesting of and/or in one rule. */
  conditionDepth: 20,
  allowedValues: 300,
  options: 400,
  enumValues: 500,
  nameLength: 200,
  namespaceLength: { minimum: 10, maximum: 50 },
  targetLength: 200,
  patternLength: 500,
  textLength: 20_000,
  arrayItems: 1_000,
  /** Maximum number of items if the owner sets no maxItems. */
  defaultArrayItems: 100,
  files: 30,
  products: 100,
  /** Maximum length of the form's JSON, in characters. */
  formSize: 900_000,
  /** Maximum nesting of objects and lists in one field, rule or step. */
  depth: 100,
  /** Maximum nesting of forms and repeater rows in one submission. It bounds the recursion over its values. */
  nesting: 5,
  /** Maximum nesting of groups in a layout. */
  groupDepth: 3,
  /** Maximum number of forms of a site, whatever the owner allows. */
  forms: 10_000,
} as const;

/** Types of errors of a value (specification section 5), including those returned by saving a form (section 8). */
export const validationErrorTypes = [
  'UNKNOWN_ERROR',
  'TYPE_ERROR',
  'REQUIRED_VALUE_ERROR',
  'UNKNOWN_VALUE_ERROR',
  'MAX_LENGTH_ERROR',
  'MIN_LENGTH_ERROR',
  'PATTERN_ERROR',
  'FORMAT_ERROR',
  'MAX_VALUE_ERROR',
  'MIN_VALUE_ERROR',
  'MULTIPLE_OF_VALUE_ERROR',
  'MIN_ITEMS_ERROR',
  'MAX_ITEMS_ERROR',
  'NOT_ALLOWED_VALUE_ERROR',
  'DISABLED_FORM_ERROR',
  'INVALID_PHONE_COUNTRY_CODE_ERROR',
] as const;
export type ValidationErrorType = (typeof validationErrorTypes)[number];
