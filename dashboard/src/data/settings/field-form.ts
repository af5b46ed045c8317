/** The form of one field of a collection, and the field it describes. */
import type { Calls } from '@portico/contract';
import type { FieldLevel, FieldType } from '@portico/domain/data';
import { rangeOf } from '../field-checks.ts';
import { type Field, kindOf, referencedCollection } from '../field-kinds.ts';
import { fromInput, type InputValue, toInput } from '../field-values.ts';
import { keyFrom, metadataOf } from '../new-collection.ts';

export interface FieldValues {
  name: string;
  /** what code calls it; '' takes one made of the name */
  key: string;
  type: FieldType;
  /** id of the collection that a reference points to */
  collection: string;
  description: string;
  required: boolean;
  unique: boolean;
  /** as typed; '' for no bound */
  least: string;
  most: string;
  defaultValue: InputValue;
  read: FieldLevel;
  write: FieldLevel;
}

type FieldInput = Calls['data.fields.create']['body']['field'];

export const levelTitles: Readonly<Record<FieldLevel, string>> = {
  ANYONE: 'Everybody who may use the item',
  SITE_MEMBER: 'Members',
  CMS_EDITOR: 'People of the site',
  PRIVILEGED: 'Owners and admins of the site',
};

export function valuesOf(field: Field | null): FieldValues {
  if (!field) return { ...emptyValues };
  const { least, most } = rangeOf(field);
  return {
    name: field.displayName ?? field.key,
    key: field.key,
    type: field.type,
    collection: referencedCollection(field) ?? '',
    description: field.description ?? '',
    required: field.required ?? false,
    unique: field.unique ?? false,
    least: least === undefined ? '' : String(least),
    most: most === undefined ? '' : String(most),
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
  least: '',
  most: '',
  defaultValue: '',
  read: 'ANYONE',
  write: 'ANYONE',
};

/** What the bounds of a type are bounds of; null where it has none. */
export function rangeOfType(type: FieldType): 'number' | 'length' | 'size' | null {
  if (type === 'NUMBER') return 'number';
  if (['TEXT', 'RICH_TEXT', 'URL', 'EMAIL', 'SLUG'].includes(type)) return 'length';
  return ['ARRAY', 'ARRAY_STRING', 'ARRAY_DOCUMENT'].includes(type) ? 'size' : null;
}

/** links are no values, and a switch has no third position */
export const takesDefault = (type: FieldType): boolean => type !== 'MULTI_REFERENCE' && type !== 'REFERENCE';
export const takesUnique = (type: FieldType): boolean =>
  ['TEXT', 'NUMBER', 'URL', 'EMAIL', 'SLUG', 'DATE', 'DATETIME', 'TIME', 'REFERENCE'].includes(type);

/** What is wrong with the form, by its field. */
export function refusalsOfForm(values: FieldValues, others: readonly Field[]): Record<string, string> {
  const refusals: Record<string, string> = {};
  const key = keyOf(values);
  if (values.name.trim() === '') refusals.name = 'Give the field a name.';
  else if (key === '') refusals.key = 'Give it a name for code.';
  else if (/[.$\s]/.test(key) || key.startsWith('_'))
    refusals.key = 'Without dots, spaces and $, not beginning with _.';
  else if (others.some((field) => field.key === key)) refusals.key = 'Another field has this name in code.';
  if (values.type.endsWith('REFERENCE') && values.collection.trim() === '')
    refusals.collection = 'Name the collection it points to.';
  const bounds = { least: values.least, most: values.most };
  for (const [name, text] of Object.entries(bounds)) {
    if (text.trim() !== '' && !Number.isFinite(Number(text))) refusals[name] = 'This is not a number.';
  }
  const isTurned = values.least !== '' && values.most !== '' && Number(values.least) > Number(values.most);
  if (isTurned) refusals.most ??= 'The upper bound is below the lower one.';
  const read = fromInput(kindOf({ key, type: values.type }), values.defaultValue);
  if ('refusal' in read) refusals.defaultValue = read.refusal;
  return refusals;
}

/** The field as it is sent: null takes away what it had. */
export function toFieldInput(values: FieldValues): FieldInput {
  const read = fromInput(kindOf({ key: values.key, type: values.type }), values.defaultValue);
  const value = 'value' in read ? read.value : undefined;
  // a switch that is off is what a new item has anyhow
  const hasDefault = takesDefault(values.type) && value !== undefined && value !== false;
  const isOpen = values.read === 'ANYONE' && values.write === 'ANYONE';
  return {
    key: keyOf(values),
    type: values.type,
    displayName: values.name.trim(),
    description: values.description.trim() || null,
    required: values.required,
    unique: takesUnique(values.type) && values.unique,
    defaultValue: hasDefault ? value : null,
    access: isOpen ? null : { read: values.read, write: values.write },
    ...rangesOf(values),
    ...metadataOf(values),
  };
}

const keyOf = ({ key, name }: FieldValues): string => key.trim() || keyFrom(name);

function rangesOf({ type, least, most }: FieldValues) {
  const bound = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: Number(text) });
  const of = rangeOfType(type);
  const range = (min: string, max: string) => {
    const bounds = { ...bound(min, least), ...bound(max, most) };
    return Object.keys(bounds).length > 0 ? bounds : null;
  };
  return {
    numberRange: of === 'number' ? range('min', 'max') : null,
    stringLengthRange: of === 'length' ? range('minLength', 'maxLength') : null,
    arraySizeRange: of === 'size' ? range('minSize', 'maxSize') : null,
  };
}
