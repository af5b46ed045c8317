import type { Field, Rule } from '../model.ts';
import { targetOf } from '../values/check-value.ts';
import { formLimits } from '../vocabulary.ts';
import { checkField } from './check-field.ts';
import { checkRule } from './check-rule.ts';
import { type FormCheckOptions, type FormRuleName, type FormViolation, violation } from './form-violation.ts';

/** A form as it is about to be stored. */
export interface FormToCheck {
  namespace?: string;
  formFields?: readonly Field[];
  formRules?: readonly Rule[];
  steps?: readonly { id?: string }[];
  submitSettings?: { redirectOptions?: { redirectUrl?: string } };
}

/** Everything that is wrong with a form, at once; empty when it can be stored. */
export function checkForm(form: FormToCheck, options: FormCheckOptions): FormViolation[] {
  const fields = form.formFields ?? [];
  const rules = form.formRules ?? [];
  const steps = form.steps ?? [];
  return [
    ...namespaceViolations(form.namespace ?? ''),
    ...sizeViolations(form),
    ...duplicates(fields, (field) => field.id, 'formFields', 'id', 'DUPLICATED_FIELD_IDS'),
    ...duplicates(fields, targetOf, 'formFields', 'inputOptions.target', 'DUPLICATED_FIELD_TARGETS'),
    ...duplicates(steps, (step) => step.id, 'steps', 'id', 'DUPLICATED_STEP_IDS'),
    ...duplicates(rules, (rule) => rule.id, 'formRules', 'id', 'DUPLICATED_RULE_IDS'),
    ...fields.flatMap((field, index) => checkField(field, `formFields.${index}`, options)),
    ...rules.flatMap((rule, index) => checkRule(rule, `formRules.${index}`)),
    ...redirectViolations(form.submitSettings?.redirectOptions?.redirectUrl),
  ];
}

function namespaceViolations(namespace: string): FormViolation[] {
  const { minimum, maximum } = formLimits.namespaceLength;
  const expected =
    namespace.length < minimum ? `${minimum} or more` : namespace.length > maximum ? `${maximum} or less` : null;
  if (!expected) return [];
  const description = `namespace has size ${namespace.length}, expected ${expected}`;
  return [{ field: 'namespace', description, ruleName: 'UNSUPPORTED_FORM_NAMESPACE' }];
}

function sizeViolations(form: FormToCheck): FormViolation[] {
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

function duplicates<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
  list: string,
  name: string,
  ruleName: FormRuleName,
): FormViolation[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return [];
    }
    return [{ field: `${list}.${index}.${name}`, description: `${key} is used twice`, ruleName, data: { value: key } }];
  });
}

/** http and https only: a `javascript:` address would run in the visitor's page after the form is sent. */
function redirectViolations(url: string | undefined): FormViolation[] {
  if (!url || /^https?:\/\/[^\s/]/i.test(url)) return [];
  const field = 'submitSettings.redirectOptions.redirectUrl';
  return [violation(field, 'must be an http or https address', 'UNSAFE_REDIRECT_URL')];
}
