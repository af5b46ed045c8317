import { type Field, isObject, targetOf } from '../model.ts';
import type { FormCheckOptions, FormToCheck, FormViolation } from './form-violation.ts';

/**
 * Checks fields that contain a nested form of the site. Such a field must contain the id of an existing form that has
 * all overridden fields.
 */
export const checkNestedForms = (form: FormToCheck, { forms }: FormCheckOptions): FormViolation[] =>
  (form.formFields ?? []).flatMap((field, index) => violationsOf(field, `formFields.${index}.inputOptions`, forms));

/** Returns the ids of the other forms that the check of this form needs. */
export const listReferencedForms = (form: FormToCheck): string[] => [
  ...new Set([
    ...(form.formFields ?? []).flatMap((field) => field.inputOptions?.nestedFormId || []),
    ...(form.kind === 'EXTENSION' && typeof form.sourceFormId === 'string' ? [form.sourceFormId] : []),
  ]),
];

function violationsOf(field: Field, path: string, forms: FormCheckOptions['forms']): FormViolation[] {
  const input = field.inputOptions;
  const target = targetOf(field) ?? '';
  const id = input?.nestedFormId;
  if (!id) {
    if (field.identifier !== 'NESTED_FORM') return [];
    const description = 'must name the nested form';
    return [
      { field: `${path}.nestedFormId`, description, ruleName: 'MISSING_NESTED_FORM_IDS', data: { targets: [target] } },
    ];
  }
  if (!forms) return [];
  const nestedForm = forms.get(id);
  if (!nestedForm) {
    const data = { targetToNestedFormId: { [target]: id } };
    const description = `there is no form ${id.slice(0, 50)}`;
    return [{ field: `${path}.nestedFormId`, description, ruleName: 'NON_EXISTING_NESTED_FORMS', data }];
  }
  const overrides = input?.nestedFormOverrides?.fieldOverrides;
  const known = new Set((nestedForm.formFields ?? []).map((one) => one.id));
  const ids = (isObject(overrides) ? Object.keys(overrides) : []).filter((one) => !known.has(one)).slice(0, 100);
  if (ids.length === 0) return [];
  return [
    {
      field: `${path}.nestedFormOverrides.fieldOverrides`,
      description: `the nested form has no field ${(ids[0] as string).slice(0, 50)}`,
      ruleName: 'NESTED_FORM_FIELDS_MISSING',
      data: { targetToNestedFormFieldIds: { [target]: { ids } } },
    },
  ];
}
