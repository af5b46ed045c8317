import { computeTotals, type FormSchema, type PaymentTotals } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import type { FormView } from '../view/field-view.ts';
import { checkValues, type FieldStates, fieldStates } from './check-values.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import { locateField } from './errors.ts';
import { pathOfInput } from './names.ts';
import { readValues } from './read-values.ts';

interface EvaluationInput {
  readonly form: FormSchema;
  readonly view: FormView;
  /** The data of the form's inputs. */
  readonly data: FormData;
  /** The changes that the rules made for the previous values. */
  readonly states: FieldStates;
  /** The dependencies loaded so far. */
  readonly dependencies: EngineDependencies;
  /** Country of the site, ISO 3166-1 alpha-2; '' if unknown. */
  readonly country: string;
}

export interface Evaluation {
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
  /** Changes that the rules make for these values. */
  readonly states: FieldStates;
  /** Price of these values; null for a form without payments. */
  readonly totals: PaymentTotals | null;
}

/** Reads the values of a form that is being filled in, checks them and applies the rules. */
export function evaluateForm({ form, view, data, states, dependencies, country }: EvaluationInput): Evaluation {
  const isRequired = (path: string) => states.get(path)?.required;
  const values = readValues(view.fields, data, { ...dependencies, isRequired });
  const now = new Date();
  const checked = checkValues(form, values, now, dependencies, country ? { country } : {});
  return {
    values,
    // Upload errors come first: only the first error of a field is shown, and a file that failed is not a missing file.
    errors: [...pendingUploads(data), ...checked.errors.filter((error) => isCertain(view, error, dependencies))],
    states: fieldStates(form, values, now),
    totals: view.hasPayments ? computeTotals(form, checked.values) : null,
  };
}

/** Until the numbering plans are loaded, errors of phone numbers are uncertain and therefore not reported. */
const isCertain = (view: FormView, { errorPath }: FieldError, { phone }: EngineDependencies): boolean =>
  phone !== undefined || locateField(view.fields, errorPath)?.field.kind !== 'phone';

/** Reports files whose upload is pending or failed, because submitting now would omit them. */
function pendingUploads(data: FormData): FieldError[] {
  return [...data.keys()]
    .filter((name) => name.endsWith('__pending'))
    .map((name) => ({ errorPath: pathOfInput(name), errorType: 'UPLOAD_PENDING', params: { state: data.get(name) } }));
}
