/** A submission as one reads it: what is shown in documents, mails and by the formatted call. Pure. */
import {
  type Field,
  type FormSchema,
  formLimits,
  isObject,
  labelOfField,
  type NestedForm,
  type Step,
  targetOf,
} from '@portico/domain';
import { inLayoutOrder } from './field-order.ts';
import { type FormatOptions, formatValue } from './format-value.ts';
import { wordsIn } from './texts.ts';

export interface FormattedRow {
  readonly label: string;
  /** the target; `parent/child` in a form inside the form */
  readonly key: string;
  readonly value: string;
  /** undefined for a value whose field is unknown to the form */
  readonly fieldId: string | undefined;
  /** the file of the drawn signature, where the value is one */
  readonly signatureFileId?: string;
}

type Document = FormSchema & { readonly steps?: readonly Step[] };
type Answers = Readonly<Record<string, unknown>>;

/**
 * The answered fields in the order of the form's layout, then those of forms inside it at their place, those of deleted
 * fields, and values that belong to no field.
 */
export function formatSubmission(form: Document, answers: Answers, options: FormatOptions): FormattedRow[] {
  return rowsOf(form, answers, options, { key: '', label: '', levels: formLimits.nesting });
}

interface Place {
  readonly key: string;
  readonly label: string;
  readonly levels: number;
}

function rowsOf(form: Document, answers: Answers, options: FormatOptions, place: Place): FormattedRow[] {
  const { formFields = [], deletedFormFields = [], steps = [], nestedForms = [] } = form;
  const fields = [...inLayoutOrder(formFields, steps), ...deletedFormFields];
  const seen = new Set<string>();
  const rows = fields.flatMap((field) => {
    const target = targetOf(field);
    if (target === undefined || seen.has(target) || !Object.hasOwn(answers, target)) return [];
    seen.add(target);
    return rowsOfField(field, answers[target], options, place, nestedForms);
  });
  const rest = Object.keys(answers).filter((target) => !seen.has(target));
  return [...rows, ...rest.flatMap((target) => rowOf({ inputOptions: { target } }, answers[target], options, place))];
}

function rowsOfField(
  field: Field,
  value: unknown,
  options: FormatOptions,
  place: Place,
  nestedForms: readonly NestedForm[],
): FormattedRow[] {
  const target = targetOf(field) ?? '';
  const nested = nestedForms.find(({ targets = [] }) => targets.includes(target))?.form;
  if (!nested || !isObject(value) || place.levels === 0) return rowOf(field, value, options, place);
  const label = joined(place.label, labelOf(field), ' / ');
  return rowsOf(nested, value, options, { key: `${place.key}${target}/`, label, levels: place.levels - 1 });
}

function rowOf(field: Field, value: unknown, options: FormatOptions, place: Place): FormattedRow[] {
  const text = formatValue(field, value, options);
  if (text === '') return [];
  const label = joined(place.label, labelOf(field), ' / ') || wordsIn[options.language].untitled;
  const signatureFileId = signatureOf(field, value);
  const row = { label, key: `${place.key}${targetOf(field) ?? ''}`, value: text, fieldId: field.id };
  return [signatureFileId ? { ...row, signatureFileId } : row];
}

const labelOf = (field: Field): string => labelOfField(field) ?? targetOf(field) ?? '';
const joined = (a: string, b: string, between: string): string => (a && b ? `${a}${between}${b}` : a || b);

function signatureOf({ inputOptions }: Field, value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const isSignature = inputOptions?.wixFileOptions?.componentType === 'SIGNATURE';
  return isSignature && isObject(first) && typeof first.fileId === 'string' ? first.fileId : undefined;
}
