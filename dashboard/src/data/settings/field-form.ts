/** The values of the form for a field, and their conversion from and to a field. */
import type { Calls } from '@portico/contract';
import type { FieldLevel, FieldType } from '@portico/domain/data';
import { rangeOf } from '../field-checks.ts';
import { type Field, kindOf, referencedCollection } from '../field-kinds.ts';
import { fromInput, type InputValue, toInput } from '../field-values.ts';
import { fieldKeyFrom, metadataOf } from '../new-collection.ts';

export interface FieldValues {
  name: string;
  /** The key of the field. If it is empty, it is derived from the name. */
  key: string;
  type: FieldType;
  /** Id of the collection that a reference field refers to. */
  collection: string;
  description: string;
  required: boolean;
  unique: boolean;
  /** The bound as typed text. '' means that there is no bound. */
  min: string;
  max: string;
  defaultValue: InputValue;
  read: FieldLevel;
  write: FieldLevel;
}

type FieldInput = Calls['data.fields.create']['body']['field'];

export const levelTitles: Readonly<Record<FieldLevel, string>> = {
  ANYONE: 'Everybody who may use the item',
  SITE_MEMBER: 'Members',
  CMS_EDITOR: 'Your team',
  PRIVILEGED: 'Owners and admins',
};

export function valuesOf(field: Field | null): FieldValues {
  if (!field) return { ...emptyValues };
  const { min, max } = rangeOf(field);
  return {
    name: field.displayName ?? field.key,
    key: field.key,
    type: field.type,
    collection: referencedCollection(field) ?? '',
    description: field.description ?? '',
    required: field.required ?? false,
    unique: field.unique ?? false,
    min: min === undefined ? '' : String(min),
    max: max === undefined ? '' : String(max),
    defaultValue: toInput(kindOf(field), field.defaultValue),
    read: field.access?.read ?? 'ANYONE',
    write: field.access?.write ?? 'ANYONE',
  };
}

const emptyValues: FieldValues = {
  name: '',
  key: '',
  type: 'TEXT',
  collection: '',
  description: '',
  required: false,
  unique: false,
  min: '',
  max: '',
  defaultValue: '',
  read: 'ANYONE',
  write: 'ANYONE',
};

/** Returns what the minimum and maximum of a field limit, or null if fields of this type have neither. */
export function rangeOfType(type: FieldType): 'number' | 'length' | 'size' | null {
  if (type === 'NUMBER') return 'number';
  if (['TEXT', 'RICH_TEXT', 'URL', 'EMAIL', 'SLUG'].includes(type)) return 'length';
  return ['ARRAY', 'ARRAY_STRING', 'ARRAY_DOCUMENT'].includes(type) ? 'size' : null;
}

/** Returns true if a field of the type can have a default value. References cannot. */
export const supportsDefault = (type: FieldType): boolean => type !== 'MULTI_REFERENCE' && type !== 'REFERENCE';
export const supportsUnique = (type: FieldType): boolean =>
  ['TEXT', 'NUMBER', 'URL', 'EMAIL', 'SLUG', 'DATE', 'DATETIME', 'TIME', 'REFERENCE'].includes(type);

/** Validates the form. Returns messages by form field. */
export function validateFieldForm(values: FieldValues, others: readonly Field[]): Record<string, string> {
  const errors: Record<string, string> = {};
  const key = keyOf(values);
  if (values.name.trim() === '') errors.name = 'Give the field a name.';
  else if (key === '') errors.key = 'Enter a name in code.';
  else if (/[.$\s]/.test(key) || key.startsWith('_'))
    errors.key = 'Do not use dots, spaces or $, and do not start with _.';
  else if (others.some((field) => field.key === key)) errors.key = 'Another field has this name in code.';
  if (values.type.endsWith('REFERENCE') && values.collection.trim() === '')
    errors.collection = 'Choose the collection that this field refers to.';
  const bounds = { min: values.min, max: values.max };
  for (const [name, text] of Object.entries(bounds)) {
    if (text.trim() !== '' && !Number.isFinite(Number(text))) errors[name] = 'Enter a number.';
  }
  const isReversed = values.min !== '' && values.max !== '' && Number(values.min) > Number(values.max);
  if (isReversed) errors.max ??= 'The maximum is less than the minimum.';
  const read = fromInput(kindOf({ key, type: values.type }), values.defaultValue);
  if ('error' in read) errors.defaultValue = read.error;
  return errors;
}

/** Returns the field to send. A null value removes a setting. */
export function toFieldInput(values: FieldValues): FieldInput {
  const read = fromInput(kindOf({ key: values.key, type: values.type }), values.defaultValue);
  const value = 'value' in read ? read.value : undefined;
  // `false` is omitted, because new items have this value even without a default.
  const hasDefault = supportsDefault(values.type) && value !== undefined && value !== false;
  const isOpen = values.read === 'ANYONE' && values.write === 'ANYONE';
  return {
    key: keyOf(values),
    type: values.type,
    displayName: values.name.trim(),
    description: values.description.trim() || null,
    required: values.required,
    unique: supportsUnique(values.type) && values.unique,
    defaultValue: hasDefault ? value : null,
    access: isOpen ? null : { read: values.read, write: values.write },
    ...rangesOf(values),
    ...metadataOf(values),
  };
}

const keyOf = ({ key, name }: FieldValues): string => key.trim() || fieldKeyFrom(name);

function rangesOf({ type, min, max }: FieldValues) {
  const toBound = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: Number(text) });
  const rangeType = rangeOfType(type);
  const checkRange = (minName: string, maxName: string) => {
    const bounds = { ...toBound(minName, min), ...toBound(maxName, max) };
    return Object.keys(bounds).length > 0 ? bounds : null;
  };
  return {
    numberRange: rangeType === 'number' ? checkRange('min', 'max') : null,
    stringLengthRange: rangeType === 'length' ? checkRange('minLength', 'maxLength') : null,
    arraySizeRange: rangeType === 'size' ? checkRange('minSize', 'maxSize') : null,
  };
}
