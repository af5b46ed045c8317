import type { FormValues } from '@portico/sdk';
import type { FieldView } from './describe-form.ts';

/** Name of the text beside a choice of one's own; `__` cannot stand in a target (forms contract section 3). */
export const customName = (target: string): string => `${target}__custom`;

/** What an option for writing one's own sends in place of its text. */
export const CUSTOM_VALUE = '__custom';

/**
 * The values of a posted form as the wire has them (forms contract section 5.2): numbers as numbers, ticks as booleans,
 * phones without spaces, times with seconds. What was left empty is absent. The same with and without JavaScript.
 */
export function readValues(fields: readonly FieldView[], data: FormData): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    if (field.target === '') continue;
    const value = readValue(field, data);
    if (value !== undefined) values[field.target] = value;
  }
  return values;
}

function readValue(field: FieldView, data: FormData): unknown {
  const text = textOf(data, field.target);
  switch (field.kind) {
    case 'number':
    case 'rating':
      return text === '' ? undefined : toNumber(text);
    case 'checkbox':
      // Where only `true` is allowed, an empty box says nothing rather than something wrong.
      return data.has(field.target) || (field.falseAllowed ? false : undefined);
    case 'checkboxes':
      return listOf(field, data);
    case 'radio':
      return orNothing(text === CUSTOM_VALUE ? textOf(data, customName(field.target)) : text);
    case 'phone':
      return orNothing(text.replace(/[^\d+]/g, ''));
    case 'time':
      return orNothing(/^\d{2}:\d{2}$/.test(text) ? `${text}:00` : text);
    case 'dateTime':
      return orNothing(/T\d{2}:\d{2}$/.test(text) ? `${text}:00` : text);
    case 'richContent':
    case 'unsupported':
      return undefined;
    default:
      return orNothing(text);
  }
}

function listOf(field: FieldView, data: FormData): string[] | undefined {
  const chosen = data.getAll(field.target).map(String);
  const own = chosen.includes(CUSTOM_VALUE) ? textOf(data, customName(field.target)) : '';
  const list = [...chosen.filter((value) => value !== CUSTOM_VALUE), ...(own === '' ? [] : [own])];
  return list.length > 0 ? list : undefined;
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** What is no number stays the text it is: the engine says so at the field. */
const toNumber = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);
