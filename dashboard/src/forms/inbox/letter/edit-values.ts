/** Answers as inputs hold them, and back: only what a person has changed is sent. */
import type { FieldKind, FieldView } from '@portico/react/forms/view/field-view';

/** What inputs hold of one field: text, a tick, choices, or the parts of an address. */
export type Input = string | boolean | string[] | Readonly<Record<string, string>>;
export type Inputs = Readonly<Record<string, Input>>;
type Values = Readonly<Record<string, unknown>>;

const TEXTS: readonly FieldKind[] = [
  'text',
  'textarea',
  'email',
  'phone',
  'url',
  'date',
  'datePicker',
  'time',
  'dateTime',
  'radio',
  'dropdown',
];
const NUMBERS: readonly FieldKind[] = ['number', 'rating'];
const LISTS: readonly FieldKind[] = ['checkboxes', 'tags'];

/** Whether there are inputs for it here. Files, signatures, purchases, appointments and rows are the sender's own. */
export const isEditable = ({ kind, target }: FieldView): boolean =>
  target !== '' &&
  (TEXTS.includes(kind) || NUMBERS.includes(kind) || LISTS.includes(kind) || kind === 'checkbox' || kind === 'address');

export const inputsOf = (fields: readonly FieldView[], values: Values): Inputs =>
  Object.fromEntries(fields.map((field) => [field.target, inputOf(field, values[field.target])]));

function inputOf({ kind }: FieldView, value: unknown): Input {
  if (kind === 'checkbox') return value === true;
  if (LISTS.includes(kind)) return Array.isArray(value) ? value.map(String) : [];
  if (kind === 'address') return partsOf(value);
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const partsOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).flatMap(([part, text]) => (typeof text === 'string' ? [[part, text] as const] : [])),
      )
    : {};

/** Targets of the fields whose inputs differ, in the order of the form. */
export const changedTargets = (fields: readonly FieldView[], before: Inputs, after: Inputs): string[] =>
  fields.map(({ target }) => target).filter((target) => !isSame(before[target], after[target]));

/** The answers with those that were changed; an input that holds nothing takes its answer away. */
export function changedValues(
  fields: readonly FieldView[],
  values: Values,
  inputs: Inputs,
  targets: readonly string[],
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...values };
  for (const field of fields) {
    if (!targets.includes(field.target)) continue;
    const value = answerOf(field, inputs[field.target], values[field.target]);
    if (value === undefined) delete changed[field.target];
    else changed[field.target] = value;
  }
  return changed;
}

function answerOf({ kind }: FieldView, input: Input | undefined, before: unknown): unknown {
  if (typeof input === 'boolean') return input;
  if (typeof input === 'string') {
    const text = input.trim();
    if (text === '') return undefined;
    // what is no number is said to be none by the engine
    return NUMBERS.includes(kind) && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (Array.isArray(input)) return input.length > 0 ? input.map((one) => asBefore(one, before)) : undefined;
  const parts = Object.entries(input ?? {}).filter(([, text]) => text.trim() !== '');
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** Choices may be numbers or ticks: one that was there keeps its type. */
const asBefore = (text: string, before: unknown): unknown =>
  (Array.isArray(before) ? before : []).find((one) => String(one) === text) ?? text;

function isSame(a: Input | undefined, b: Input | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  const filled = (input: object) => Object.entries(input).filter(([, text]) => text !== '');
  return JSON.stringify(filled(a).toSorted()) === JSON.stringify(filled(b).toSorted());
}
