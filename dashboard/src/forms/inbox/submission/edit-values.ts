/** Converts answers to values of inputs and back. Only changed answers are sent. */
import type { FieldKind, FieldView } from '@portico/react/forms/view/field-view';

/** The value of the input of a field: text, a checkbox, choices, or the parts of an address. */
export type Input = string | boolean | string[] | Readonly<Record<string, string>>;
export type Inputs = Readonly<Record<string, Input>>;
type Values = Readonly<Record<string, unknown>>;

const TEXT_KINDS: readonly FieldKind[] = [
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
const NUMBER_KINDS: readonly FieldKind[] = ['number', 'rating'];
const LIST_KINDS: readonly FieldKind[] = ['checkboxes', 'tags'];

/** Returns true if the answer can be edited. Files, signatures, payments, appointments and repeater rows cannot. */
export const isEditable = ({ kind, target }: FieldView): boolean =>
  target !== '' &&
  (TEXT_KINDS.includes(kind) ||
    NUMBER_KINDS.includes(kind) ||
    LIST_KINDS.includes(kind) ||
    kind === 'checkbox' ||
    kind === 'address');

/** Returns the values of the inputs for the answers of a submission. */
export const inputsOf = (fields: readonly FieldView[], values: Values): Inputs =>
  Object.fromEntries(fields.map((field) => [field.target, inputOf(field, values[field.target])]));

function inputOf({ kind }: FieldView, value: unknown): Input {
  if (kind === 'checkbox') return value === true;
  if (LIST_KINDS.includes(kind)) return Array.isArray(value) ? value.map(String) : [];
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

/** Returns the targets of the fields whose inputs have changed, in the order of the form. */
export const listChangedTargets = (fields: readonly FieldView[], before: Inputs, after: Inputs): string[] =>
  fields.map(({ target }) => target).filter((target) => !isEqual(before[target], after[target]));

/** Returns the answers with the changes of the inputs. An empty input removes its answer. */
export function applyInputs(
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
    // Text that is not a number is returned unchanged, so that the check of the answer reports it.
    return NUMBER_KINDS.includes(kind) && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (Array.isArray(input)) return input.length > 0 ? input.map((text) => withOriginalType(text, before)) : undefined;
  const parts = Object.entries(input ?? {}).filter(([, text]) => text.trim() !== '');
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/**
 * Returns the choice with this text. Inputs hold text, but a stored choice may be a number or a boolean, so a choice
 * that was selected before keeps its type.
 */
const withOriginalType = (text: string, before: unknown): unknown =>
  (Array.isArray(before) ? before : []).find((choice) => String(choice) === text) ?? text;

function isEqual(a: Input | undefined, b: Input | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  const withoutEmpty = (input: object) => Object.entries(input).filter(([, text]) => text !== '');
  return JSON.stringify(withoutEmpty(a).toSorted()) === JSON.stringify(withoutEmpty(b).toSorted());
}
