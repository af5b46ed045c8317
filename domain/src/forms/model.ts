/**
 * The form as the engine reads it: the present generation (`formFields`, `formRules`), which is also what is stored.
 * Blocks hold more than is named here (looks, designer's settings); what is not named is kept and not read.
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

/** A literal of the field's format, or `$now` with an optional `+n` or `-n` and unit (y M d h m). */
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

/** What a payment field sells: its name is the label of the option, or of the field, that stands for it. */
export interface Product {
  id?: string;
  /** SHIPPABLE or DIGITAL */
  productType?: string;
  /** FIXED_PRICE or DYNAMIC_PRICE */
  priceType?: string;
  /** prices are decimals written as text */
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
  /** the form of the site that is filled in here; its values stand under the target. Of the earlier generation alone in the vendor's typings */
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
  /** INPUT or DISPLAY */
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

/** A rule: while its expression holds, its overrides apply. The expression is a tree of `{and|or: {conditions}}` and `{condition}`. */
export interface Rule {
  id?: string;
  name?: string;
  namespaceRule?: boolean;
  expression?: Record<string, unknown>;
  overrides?: Record<string, unknown>[];
}

/** A rule of the earlier generation: facts are field ids, operators camel case. */
export interface FormRule {
  id?: string;
  name?: string;
  namespaceRule?: boolean;
  condition?: Record<string, unknown>;
  overrides?: Record<string, unknown>[];
}

/** A form inside a form: the values of its fields stand under each of the targets. */
export interface NestedForm {
  targets?: readonly string[];
  form?: FormSchema;
}

/** What the engine needs of a form. */
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

/** The name of the block that describes an input type. */
export const blockName = (inputType: keyof typeof BLOCKS): (typeof BLOCKS)[keyof typeof BLOCKS] => BLOCKS[inputType];

/** The name of a component's options: RADIO_GROUP → radioGroupOptions. */
export const componentOptionsName = (component: string): string =>
  `${component.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The forms that fill in fields of this one, by the fields' targets. */
export const formsInside = (form: FormSchema): ReadonlyMap<string, FormSchema | undefined> =>
  new Map((form.nestedForms ?? []).flatMap((one) => (one.targets ?? []).map((target) => [target, one.form])));

/** The options of the component that shows a field's block; empty where there are none. */
export function componentOptions(block: object | undefined): Record<string, unknown> {
  const { componentType } = (block ?? {}) as { componentType?: unknown };
  if (typeof componentType !== 'string') return {};
  const options = (block as Record<string, unknown>)[componentOptionsName(componentType)];
  return isObject(options) ? options : {};
}

export const targetOf = (field: Field): string | undefined => field.inputOptions?.target || undefined;

/** The fields of each row of a repeater. */
export const repeaterFields = (field: Field): readonly Field[] =>
  field.inputOptions?.objectArrayOptions?.repeaterOptions?.fields ?? [];
