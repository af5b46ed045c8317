import { type Field, targetOf } from '../model.ts';
import type { FormToCheck, FormViolation } from './form-violation.ts';

/**
 * Returns a violation for each field whose target or type changes: submissions are stored by target and type, so the
 * field would no longer fit the stored values. The same applies to a new field that reuses the target of a deleted one.
 */
export function checkCompatibility(form: FormToCheck, stored: FormToCheck | undefined): FormViolation[] {
  const before = [...(stored?.deletedFormFields ?? []), ...(stored?.formFields ?? [])].filter(
    (field) => field.inputOptions,
  );
  const byId = new Map(before.map((field) => [field.id, field]));
  const byTarget = new Map(before.map((field) => [targetOf(field), field]));
  return (form.formFields ?? []).flatMap((field, index) => {
    const known = byId.get(field.id) ?? byTarget.get(targetOf(field));
    if (!known) return [];
    return FIXED_PROPERTIES.filter(([, read]) => read(field) !== read(known)).map(([name, read]) =>
      incompatibleViolation(field, index, name, read(known)),
    );
  });
}

function incompatibleViolation(field: Field, index: number, name: string, previous: string | undefined): FormViolation {
  const description = 'cannot be changed once the field exists';
  const errorPath = targetOf(field) ?? '';
  return {
    field: `formFields.${index}.inputOptions.${name}`,
    description,
    ruleName: 'FIELDS_COMPATIBILITY_ERROR',
    data: {
      errors: [{ errorPath, errorType: 'FIELDS_COMPATIBILITY_ERROR', errorMessage: description, params: { previous } }],
    },
  };
}

const FIXED_PROPERTIES: readonly [string, (field: Field) => string | undefined][] = [
  ['target', targetOf],
  ['inputType', (field) => field.inputOptions?.inputType],
  [
    'stringOptions.validation.format',
    (field) => field.inputOptions?.stringOptions?.validation?.format ?? 'UNKNOWN_FORMAT',
  ],
  ['arrayOptions.validation.items.itemType', (field) => field.inputOptions?.arrayOptions?.validation?.items?.itemType],
];
