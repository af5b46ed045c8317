/**
 * The part of a form that the forms engine reads, in the current generation of the vendor's format
 * (`formFields`, `formRules`). Forms are stored in this generation. Blocks may contain properties that are not declared
 * here (styles, designer settings). The engine preserves and ignores them.
 */

import type { ContactField } from './vocabulary.ts';

export interface StringRules {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: string[];
  validationMessages?: { pattern?: string };
  dateOptions?: DateBounds;
  dateTimeOptions?: DateBounds;
  timeOptions?: DateBounds;
  dateOptionalTimeOptions?: DateBounds;
  phoneOptions?: { allowedCountryCodes?: string[] };
}

/**
 * A bound is a literal in the field's format, or `$now` with an optional offset `+n` or `-n` and a unit (y M d h m).
 */
export interface DateBounds {
  minimum?: string;
  maximum?: string;
}

export interface NumberRules {
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  enum?: number[];
}

export interface BooleanRules {
  enum?: boolean[];
}

export interface ArrayRules {
  minItems?: number;
  maxItems?: number;
  items?: {
    itemType?: string;
    stringOptions?: StringRules;
    numberOptions?: NumberRules;
    booleanOptions?: BooleanRules;
  };
}

export interface PropertyRules {
  propertiesType?: string;
  required?: boolean;
  stringOptions?: StringRules;
  numberOptions?: NumberRules;
  booleanOptions?: BooleanRules;
  arrayOptions?: ArrayRules;
}

export interface AddressRules {
  allowedCountries?: string[];
  fields?: Record<string, { required?: boolean } | undefined>;
}

/** A product of a payment field. Its name is the label of its option, or of the field. */
export interface Product {
  id?: string;
  /** SHIPPABLE or DIGITAL. */
  productType?: string;
  /** FIXED_PRICE or DYNAMIC_PRICE. */
  priceType?: string;
  /** Prices are decimal strings, e.g. `12.50`. */
  fixedPriceOptions?: { price?: string };
  dynamicPriceOptions?: { minPrice?: string; maxPrice?: string };
  quantityLimit?: { minimum?: number; maximum?: number };
}

export interface PaymentRules {
  products?: Product[];
  minItems?: number;
  maxItems?: number;
}

export interface Block<V> {
  validation?: V;
  componentType?: string;
}

export interface InputOptions {
  target?: string;
  pii?: boolean;
  required?: boolean;
  readOnly?: boolean;
  inputType?: string;
  contactMapping?: { contactField?: ContactField };
  /**
   * Id of the nested form, whose values are stored under this target. The vendor's type definitions declare it in the
   * earlier generation only, but Portico stores it in the current one.
   */
  nestedFormId?: string;
  nestedFormOverrides?: { fieldOverrides?: Record<string, { required?: boolean; hidden?: boolean }> };
  dataExtensionsDetails?: Record<string, unknown>;
  stringOptions?: Block<StringRules>;
  numberOptions?: Block<NumberRules>;
  booleanOptions?: Block<BooleanRules>;
  arrayOptions?: Block<ArrayRules>;
  objectOptions?: Block<{ properties?: Record<string, PropertyRules> }>;
  wixFileOptions?: Block<{ fileLimit?: number; uploadFileFormats?: string[] }>;
  paymentOptions?: Block<PaymentRules>;
  schedulingOptions?: object;
  addressOptions?: Block<AddressRules>;
  objectArrayOptions?: Block<{ minItems?: number; maxItems?: number }> & { repeaterOptions?: { fields?: object[] } };
}

export interface Field {
  id?: string;
  identifier?: string;
  /** INPUT or DISPLAY. */
  fieldType?: string;
  hidden?: boolean;
  inputOptions?: InputOptions;
  displayOptions?: { displayFieldType?: string; pageNavigationOptions?: object; richContentOptions?: object };
}

/** A field of the earlier generation, as the vendor's viewer reads it (forms contract section 4.4). */
export interface FormField {
  id?: string;
  target?: string;
  validation?: Record<string, unknown>;
  pii?: boolean;
  hidden?: boolean;
  readOnly?: boolean;
  view?: Record<string, unknown>;
  dataExtensionsDetails?: Record<string, unknown>;
  nestedFormId?: string;
  nestedFormOverrides?: Record<string, unknown>;
}

/**
 * A rule applies its overrides while its expression is true. The expression is a tree of `{and|or: {conditions}}` and
 * `{condition}`.
 */
export interface Rule {
  id?: string;
  name?: string;
  namespaceRule?: boolean;
  expression?: Record<string, unknown>;
  overrides?: Record<string, unknown>[];
}

/** A rule of the earlier generation. Its conditions refer to field ids and use operators in camel case. */
export interface FormRule {
  id?: string;
  name?: string;
  namespaceRule?: boolean;
  condition?: Record<string, unknown>;
  overrides?: Record<string, unknown>[];
}

/** A nested form. `targets` are the targets of the fields that contain it; its values are stored under each of them. */
export interface NestedForm {
  targets?: readonly string[];
  form?: FormSchema;
}

/** A form with only those properties that the forms engine reads. */
export interface FormSchema {
  formFields?: readonly Field[];
  deletedFormFields?: readonly Field[];
  formRules?: readonly Rule[];
  nestedForms?: readonly NestedForm[];
  enabled?: boolean;
  limitationRule?: { dateTimeDeadline?: string };
}

const BLOCKS = {
  STRING: 'stringOptions',
  NUMBER: 'numberOptions',
  BOOLEAN: 'booleanOptions',
  ARRAY: 'arrayOptions',
  OBJECT: 'objectOptions',
  WIX_FILE: 'wixFileOptions',
  PAYMENT: 'paymentOptions',
  SCHEDULING: 'schedulingOptions',
  ADDRESS: 'addressOptions',
  OBJECT_ARRAY: 'objectArrayOptions',
} as const;

/** Returns the name of the block that describes an input type. */
export const blockName = (inputType: keyof typeof BLOCKS): (typeof BLOCKS)[keyof typeof BLOCKS] => BLOCKS[inputType];

/** Returns the name of the options of a component: RADIO_GROUP → radioGroupOptions. */
export const componentOptionsName = (component: string): string =>
  `${component.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the nested forms, keyed by the target of the field that contains them. */
export const nestedFormsByTarget = (form: FormSchema): ReadonlyMap<string, FormSchema | undefined> =>
  new Map((form.nestedForms ?? []).flatMap((one) => (one.targets ?? []).map((target) => [target, one.form])));

/** Returns the options of the component in a field's block, or an empty object. */
export function componentOptions(block: object | undefined): Record<string, unknown> {
  const { componentType } = (block ?? {}) as { componentType?: unknown };
  if (typeof componentType !== 'string') return {};
  const options = (block as Record<string, unknown>)[componentOptionsName(componentType)];
  return isObject(options) ? options : {};
}

export const targetOf = (field: Field): string | undefined => field.inputOptions?.target || undefined;

/** Returns the fields of a row of a repeater. */
export const repeaterFields = (field: Field): readonly Field[] =>
  field.inputOptions?.objectArrayOptions?.repeaterOptions?.fields ?? [];
