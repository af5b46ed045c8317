import {
  blockName,
  componentOptions,
  type Field,
  type FormSchema,
  formLimits,
  type InputOptions,
  isInputType,
  isObject,
  labelOfField,
  type NestedForm,
  type PropertyRules,
  repeaterFields,
} from '@portico/domain';
import type { Texts } from '../../texts/index.ts';
import { choicesOf, initialChoices } from './choices.ts';
import type { AddressSettings, DayRange, DayRules, FieldKind, FieldView, FileRules } from './field-view.ts';
import { autoCompleteOf, kindOf } from './kind-of.ts';

type Json = Readonly<Record<string, unknown>>;

/** The properties of the form that its fields need. */
interface DescribeContext {
  readonly texts: Texts;
  readonly nestedForms: readonly NestedForm[];
  /** Number of further levels of nested forms and rows to show. */
  readonly levels: number;
}

/** Returns the view of a field, or undefined for the field with the form's buttons and for unknown display fields. */
export function describeField(field: Field, context: DescribeContext): FieldView | undefined {
  const { inputOptions: input } = field;
  if (!input) return describeDisplay(field);
  const { validation, options } = readBlock(input);
  const nestedForm = nestedFormOf(input, context);
  const kind = nestedForm ? 'group' : kindOf(field, input);
  return {
    ...DEFAULTS,
    ...boundsOf(kind, validation),
    id: field.id ?? input.target ?? '',
    kind,
    target: input.target ?? '',
    label: labelOfField(field) ?? nameOf(field, context.texts),
    richLabel: isObject(options.label) ? options.label : null,
    showLabel: options.showLabel !== false,
    content: options.description,
    placeholder: textOr(options.placeholder, ''),
    required: input.required === true,
    readOnly: input.readOnly === true,
    hidden: field.hidden === true,
    choices: choicesOf(field),
    ...customChoiceOf(options, context.texts),
    columns: COLUMNS.indexOf(String(options.numberOfColumns)) + 1 || 0,
    initial: initialOf(field, kind, options),
    autoComplete: autoCompleteOf(field, input, kind),
    maxLength: numberOr(validation.maxLength, undefined),
    falseAllowed: !Array.isArray(validation.enum) || validation.enum.includes(false),
    country: countryOf(options),
    countries: countriesOf(kind, validation),
    fields: innerFields(field, nestedForm, kind, context),
    files: kind === 'files' || kind === 'signature' ? fileRules(kind, validation, options) : null,
    address: kind === 'address' ? addressSettings(validation, options) : null,
    products: input.paymentOptions?.validation?.products ?? [],
    days: kind === 'datePicker' ? dayRules(validation, options) : null,
    minItems: numberOr(validation.minItems, undefined),
    maxItems: numberOr(validation.maxItems, undefined),
  };
}

/** Returns the name of a field without a label: its purpose or its target. */
const nameOf = ({ identifier, inputOptions }: Field, { forms }: Texts): string =>
  identifier === 'VAT_ID' ? forms.vatNumber : (inputOptions?.target ?? '');

const DEFAULTS = {
  target: '',
  label: '',
  richLabel: null,
  showLabel: false,
  placeholder: '',
  required: false,
  readOnly: false,
  choices: [],
  customChoice: null,
  customPlaceholder: '',
  columns: 0,
  initial: undefined,
  autoComplete: undefined,
  minimum: undefined,
  maximum: undefined,
  step: undefined,
  maxLength: undefined,
  falseAllowed: true,
  country: '',
  countries: null,
  fields: [],
  files: null,
  address: null,
  products: [],
  days: null,
  minItems: undefined,
  maxItems: undefined,
} as const;

const COLUMNS = ['ONE', 'TWO', 'THREE'];

function describeDisplay(field: Field): FieldView | undefined {
  const { displayFieldType, richContentOptions } = field.displayOptions ?? {};
  const shared = { ...DEFAULTS, id: field.id ?? '', hidden: field.hidden === true };
  if (displayFieldType === 'LOGIN_BAR') return { ...shared, kind: 'loginBar', content: undefined };
  if (!richContentOptions) return undefined;
  return { ...shared, kind: 'richContent', content: (richContentOptions as { richContent?: unknown }).richContent };
}

function readBlock(input: InputOptions): { validation: Json; options: Json } {
  const block = isInputType(input.inputType) ? input[blockName(input.inputType)] : undefined;
  const { validation } = (block ?? {}) as { validation?: Json };
  return { validation: validation ?? {}, options: componentOptions(block) };
}

const nestedFormOf = (
  { target = '' }: InputOptions,
  { nestedForms, levels }: DescribeContext,
): FormSchema | undefined =>
  levels > 0 ? nestedForms.find(({ targets }) => targets?.includes(target))?.form : undefined;

/** Returns the fields of a nested form, of a repeater row, or of an object. */
function innerFields(
  field: Field,
  nested: FormSchema | undefined,
  kind: FieldKind,
  { texts, levels }: DescribeContext,
): FieldView[] {
  if (levels === 0 || (kind !== 'group' && kind !== 'repeater')) return [];
  const fields = nested?.formFields ?? (kind === 'repeater' ? repeaterFields(field) : propertyFields(field, texts));
  const context = { texts, nestedForms: nested?.nestedForms ?? [], levels: levels - 1 };
  return fields.flatMap((one) => describeField(one, context) ?? []);
}

/** Returns the parts of an object as fields. */
function propertyFields({ id = '', identifier, inputOptions }: Field, { forms }: Texts): Field[] {
  const declaredProperties = inputOptions?.objectOptions?.validation?.properties ?? {};
  const properties: Readonly<Record<string, PropertyRules>> =
    identifier === 'VAT_ID'
      ? { id: { propertiesType: 'STRING', required: true }, ...declaredProperties }
      : declaredProperties;
  return Object.entries(properties).map(([target, { propertiesType: inputType = 'STRING', required, ...rules }]) => {
    const type = isInputType(inputType) ? inputType : 'STRING';
    const name = blockName(type);
    const label = identifier === 'VAT_ID' && target === 'id' ? forms.vatNumber : target;
    const component = { STRING: 'TEXT_INPUT', NUMBER: 'NUMBER_INPUT', BOOLEAN: 'CHECKBOX', ARRAY: 'TAGS' }[
      type as string
    ];
    const componentLabels = { textInputOptions: { label }, checkboxOptions: { label: target } };
    const options = { label: target, ...(type === 'ARRAY' ? { customOption: {} } : {}) };
    return {
      id: `${id}/${target}`,
      inputOptions: {
        target,
        inputType: type,
        required,
        [name]: {
          componentType: component,
          validation: (rules as Json)[name] ?? {},
          ...componentLabels,
          numberInputOptions: options,
          tagsOptions: options,
        },
      },
    };
  });
}

function customChoiceOf({ customOption }: Json, texts: Texts) {
  if (!isObject(customOption)) return { customChoice: null, customPlaceholder: '' };
  const { label, placeholder } = customOption;
  return { customChoice: textOr(label, '') || texts.forms.otherChoice, customPlaceholder: textOr(placeholder, '') };
}

function initialOf(field: Field, kind: FieldKind, options: Json): unknown {
  const chosen = initialChoices(field);
  if (kind === 'products' || kind === 'donation') return chosen.map((productId) => ({ productId, quantity: 1 }));
  if (kind === 'checkboxes' || kind === 'tags') return chosen;
  if (chosen.length > 0) return chosen[0];
  if (kind === 'checkbox') return options.checked === true || undefined;
  return options.default ?? options.defaultValue;
}

/** Number of stars of a rating without a maximum. */
const DEFAULT_STARS = 5;

function boundsOf(kind: FieldKind, validation: Json): Partial<FieldView> {
  if (kind === 'rating') return { minimum: 1, maximum: numberOr(validation.maximum, DEFAULT_STARS) };
  if (kind === 'number') {
    return {
      minimum: numberOr(validation.minimum, undefined),
      maximum: numberOr(validation.maximum, undefined),
      step: numberOr(validation.multipleOf, undefined),
    };
  }
  if (kind !== 'date' && kind !== 'datePicker') return {};
  const { minimum, maximum } = (validation.dateOptions ?? {}) as { minimum?: string; maximum?: string };
  // The engine checks bounds that depend on the current date.
  const literalDateOf = (bound?: string) => (bound && /^\d{4}-\d{2}-\d{2}$/.test(bound) ? bound : undefined);
  return { minimum: literalDateOf(minimum), maximum: literalDateOf(maximum) };
}

function fileRules(kind: FieldKind, { fileLimit, uploadFileFormats }: Json, options: Json): FileRules {
  const formats = Array.isArray(uploadFileFormats) ? uploadFileFormats.map(String) : [];
  return {
    limit: kind === 'signature' ? 1 : numberOr(fileLimit, formLimits.files),
    formats: kind === 'signature' ? ['IMAGE'] : formats,
    buttonText: textOr(options.buttonText, ''),
    explanation: textOr(options.explanationText, ''),
    mayUpload: options.imageUploadEnabled === true,
  };
}

function addressSettings(validation: Json, options: Json): AddressSettings {
  return { ...validation, fieldSettings: isObject(options.fieldSettings) ? (options.fieldSettings as never) : {} };
}

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

function dayRules({ dateOptions }: Json, { firstDayOfWeek }: Json): DayRules {
  const day = WEEKDAYS.indexOf(String(firstDayOfWeek));
  const { availability } = isObject(dateOptions) ? dateOptions : {};
  const { availableDates, unavailableDates, availableDays } = isObject(availability) ? availability : {};
  return {
    firstDayOfWeek: day < 0 ? undefined : day,
    availableDates: rangesOf(availableDates),
    unavailableDates: rangesOf(unavailableDates),
    availableDays: Array.isArray(availableDays) ? availableDays.map((name) => WEEKDAYS.indexOf(String(name))) : [],
  };
}

const rangesOf = (value: unknown): readonly DayRange[] => (Array.isArray(value) ? value.filter(isObject) : []);

function countryOf(options: Json): string {
  const { countryOptions } = isObject(options.defaultCountryConfig) ? options.defaultCountryConfig : {};
  const country = options.defaultCountryCode ?? countryOptions;
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : '';
}

function countriesOf(kind: FieldKind, { phoneOptions, allowedCountries }: Json): readonly string[] | null {
  const { allowedCountryCodes } = isObject(phoneOptions) ? phoneOptions : {};
  const allowed = kind === 'phone' ? allowedCountryCodes : allowedCountries;
  return Array.isArray(allowed) && allowed.length > 0 ? allowed.map(String) : null;
}

const numberOr = <D>(value: unknown, fallback: D): number | D => (typeof value === 'number' ? value : fallback);
const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);
