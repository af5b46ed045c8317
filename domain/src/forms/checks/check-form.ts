import { targetOf } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { compatibilityViolations } from './check-compatibility.ts';
import { boundViolations, restrictionViolations } from './check-counts.ts';
import { depthViolations } from './check-depth.ts';
import { extensionViolations } from './check-extension.ts';
import { checkField } from './check-field.ts';
import { layoutViolations } from './check-layout.ts';
import { nestedFormViolations } from './check-nested-forms.ts';
import { productViolations } from './check-products.ts';
import { formContentViolations } from './check-rich-content.ts';
import { checkRule } from './check-rule.ts';
import {
  type FormCheckOptions,
  type FormRuleName,
  type FormToCheck,
  type FormViolation,
  violation,
} from './form-violation.ts';

/**
 * Returns every violation of a form, or an empty list if it can be saved (forms contract section 5.5). Expects fields,
 * rules and steps in the shape of the contract's schema. Never throws, however deep or large they are.
 */
export function checkForm(form: FormToCheck, options: FormCheckOptions): FormViolation[] {
  const deep = depthViolations(form);
  // The other checks recurse and must not see deeper structures.
  if (deep.length > 0) return deep;
  const fields = form.formFields ?? [];
  const rules = form.formRules ?? [];
  const steps = form.steps ?? [];
  return [
    ...namespaceViolations(form.namespace ?? ''),
    ...boundViolations(form),
    ...restrictionViolations(form, options),
    ...duplicates(fields, (field) => field.id, 'formFields', 'id', 'DUPLICATED_FIELD_IDS'),
    ...duplicates(fields, targetOf, 'formFields', 'inputOptions.target', 'DUPLICATED_FIELD_TARGETS'),
    ...duplicates(steps, (step) => step.id, 'steps', 'id', 'DUPLICATED_STEP_IDS'),
    ...duplicates(rules, (rule) => rule.id, 'formRules', 'id', 'DUPLICATED_RULE_IDS'),
    ...fields.flatMap((field, index) => checkField(field, `formFields.${index}`, options)),
    ...productViolations(fields),
    ...rules.flatMap((rule, index) => checkRule(rule, `formRules.${index}`)),
    ...layoutViolations(form),
    ...nestedFormViolations(form, options),
    ...compatibilityViolations(form, options.stored),
    ...extensionViolations(form, options),
    ...formContentViolations(form),
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
    return [violation(`${list}.${index}.${name}`, `${key.slice(0, 50)} is used twice`, ruleName, { value: key })];
  });
}

/** Allows http and https only: a `javascript:` URL would run in the visitor's page after the form is submitted. */
function redirectViolations(url: string | undefined): FormViolation[] {
  if (!url || /^https?:\/\/[^\s/]/i.test(url)) return [];
  const field = 'submitSettings.redirectOptions.redirectUrl';
  return [violation(field, 'must be an http or https URL', 'UNSAFE_REDIRECT_URL')];
}
