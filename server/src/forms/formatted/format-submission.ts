/** Formats a submission as text, for documents, mails and the formatted call. */
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
import { sortInLayoutOrder } from './field-order.ts';
import { type FormatOptions, formatValue } from './format-value.ts';
import { translations } from './translations.ts';

export interface FormattedRow {
  readonly label: string;
  /** The field's target, which names its value in the submission, or `parent/child` for a field of a nested form. */
  readonly key: string;
  readonly value: string;
  /** Undefined if the form has no field for the value. */
  readonly fieldId: string | undefined;
  /** Id of the signature's image, if the value is a signature. */
  readonly signatureFileId?: string;
}

type Document = FormSchema & { readonly steps?: readonly Step[] };
type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns the answered fields in the order of the form's layout, including those of nested forms, followed by deleted
 * fields and by values without a field.
 */
export function formatSubmission(form: Document, answers: Answers, options: FormatOptions): FormattedRow[] {
  return rowsOf(form, answers, options, { key: '', label: '', levels: formLimits.nesting });
}

interface Parent {
  /** Prefix of the keys of all rows of the nested form, such as `guest/`; empty at the top level. */
  readonly key: string;
  /** Prefix of the labels of all rows of the nested form. */
  readonly label: string;
  /** How many more levels of nested forms may be formatted. */
  readonly levels: number;
}

function rowsOf(form: Document, answers: Answers, options: FormatOptions, parent: Parent): FormattedRow[] {
  const { formFields = [], deletedFormFields = [], steps = [], nestedForms = [] } = form;
  const fields = [...sortInLayoutOrder(formFields, steps), ...deletedFormFields];
  const seen = new Set<string>();
  const rows = fields.flatMap((field) => {
    const target = targetOf(field);
    if (target === undefined || seen.has(target) || !Object.hasOwn(answers, target)) return [];
    seen.add(target);
    return rowsOfField(field, answers[target], options, parent, nestedForms);
  });
  const rest = Object.keys(answers).filter((target) => !seen.has(target));
  return [...rows, ...rest.flatMap((target) => rowOf({ inputOptions: { target } }, answers[target], options, parent))];
}

function rowsOfField(
  field: Field,
  value: unknown,
  options: FormatOptions,
  parent: Parent,
  nestedForms: readonly NestedForm[],
): FormattedRow[] {
  const target = targetOf(field) ?? '';
  const nested = nestedForms.find(({ targets = [] }) => targets.includes(target))?.form;
  if (!nested || !isObject(value) || parent.levels === 0) return rowOf(field, value, options, parent);
  const label = joinLabels(parent.label, labelOf(field));
  return rowsOf(nested, value, options, { key: `${parent.key}${target}/`, label, levels: parent.levels - 1 });
}

function rowOf(field: Field, value: unknown, options: FormatOptions, parent: Parent): FormattedRow[] {
  const text = formatValue(field, value, options);
  if (text === '') return [];
  const label = joinLabels(parent.label, labelOf(field)) || translations[options.language].untitled;
  const signatureFileId = signatureOf(field, value);
  const row = { label, key: `${parent.key}${targetOf(field) ?? ''}`, value: text, fieldId: field.id };
  return [signatureFileId ? { ...row, signatureFileId } : row];
}

const labelOf = (field: Field): string => labelOfField(field) ?? targetOf(field) ?? '';
const joinLabels = (parent: string, label: string): string =>
  parent && label ? `${parent} / ${label}` : parent || label;

function signatureOf({ inputOptions }: Field, value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  const isSignature = inputOptions?.wixFileOptions?.componentType === 'SIGNATURE';
  return isSignature && isObject(first) && typeof first.fileId === 'string' ? first.fileId : undefined;
}
