import { targetOf } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import {
  type FormCheckOptions,
  type FormRuleName,
  type FormToCheck,
  type FormViolation,
  violation,
} from './form-violation.ts';

/** Returns the violations of the fixed limits, which apply regardless of the owner's settings. */
export function findLimitViolations(form: FormToCheck): FormViolation[] {
  const fields = form.formFields?.length ?? 0;
  const size = JSON.stringify(form).length;
  return [
    ...(fields > formLimits.fields
      ? [violation('formFields', `has ${fields} fields, at most ${formLimits.fields}`, 'FORM_FIELDS_COUNT_EXCEEDED')]
      : []),
    ...(size > formLimits.formSize
      ? [violation('form', `has ${size} characters, at most ${formLimits.formSize}`, 'FORM_SIZE_EXCEEDED')]
      : []),
  ];
}

type EntryIds = readonly (string | undefined)[];

/**
 * Returns the violations of the limits that the owner sets. A stored form remains valid if the owner lowers a limit
 * below its number of entries, but a change must then neither add entries nor replace existing ones.
 */
export function checkRestrictions(form: FormToCheck, { limits, stored = {} }: FormCheckOptions): FormViolation[] {
  if (!limits) return [];
  return (
    [
      ['Field', inputFieldsOf(form), inputFieldsOf(stored), limits.maxFields, 'FIELDS_COUNT_RESTRICTIONS_ERROR'],
      ['Steps', idsOf(form.steps), idsOf(stored.steps), limits.maxSteps, 'STEPS_COUNT_RESTRICTIONS_ERROR'],
      ['Rules', idsOf(form.formRules), idsOf(stored.formRules), limits.maxRules, 'RULES_COUNT_RESTRICTIONS_ERROR'],
    ] as const
  ).flatMap(([entryName, now, before, limit, ruleName]) =>
    isRestricted(now, before, limit) ? [limitViolation(entryName, limit, ruleName)] : [],
  );
}

function isRestricted(now: EntryIds, before: EntryIds, limit: number): boolean {
  if (now.length <= limit) return false;
  const previousIds = new Set(before);
  return now.length > before.length || now.some((id) => !previousIds.has(id));
}

/**
 * Returns a violation for a reached limit. The vendor's code reads it in two places: in `ruleName`, and in `data` as an
 * error of the form.
 */
export function limitViolation(entryName: string, limit: number, ruleName: FormRuleName): FormViolation {
  const description = `${entryName} count reached its limit of ${limit}`;
  const error = { errorPath: 'form', errorType: ruleName, errorMessage: description, params: { limit } };
  return violation('form', description, ruleName, { limit, errors: [error] });
}

const idsOf = (list: readonly { id?: string }[] = []): EntryIds => list.map((one) => one.id);

/** Returns the ids of the input fields. Display fields do not count towards the limit. */
const inputFieldsOf = ({ formFields = [] }: FormToCheck): EntryIds => idsOf(formFields.filter(targetOf));
