import { targetOf } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { checkCompatibility } from './check-compatibility.ts';
import { checkRestrictions, findLimitViolations } from './check-counts.ts';
import { checkDepth } from './check-depth.ts';
import { checkExtension } from './check-extension.ts';
import { checkField } from './check-field.ts';
import { checkLayout } from './check-layout.ts';
import { checkNestedForms } from './check-nested-forms.ts';
import { checkProducts } from './check-products.ts';
import { checkFormContent } from './check-rich-content.ts';
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
  const deep = checkDepth(form);
  // The other checks recurse and must not see deeper structures.
  if (deep.length > 0) return deep;
  const fields = form.formFields ?? [];
  const rules = form.formRules ?? [];
  const steps = form.steps ?? [];
  return [
    ...checkNamespace(form.namespace ?? ''),
    ...findLimitViolations(form),
    ...checkRestrictions(form, options),
    ...findDuplicates(fields, (field) => field.id, 'formFields', 'id', 'DUPLICATED_FIELD_IDS'),
    ...findDuplicates(fields, targetOf, 'formFields', 'inputOptions.target', 'DUPLICATED_FIELD_TARGETS'),
    ...findDuplicates(steps, (step) => step.id, 'steps', 'id', 'DUPLICATED_STEP_IDS'),
    ...findDuplicates(rules, (rule) => rule.id, 'formRules', 'id', 'DUPLICATED_RULE_IDS'),
    ...fields.flatMap((field, index) => checkField(field, `formFields.${index}`, options)),
    ...checkProducts(fields),
    ...rules.flatMap((rule, index) => checkRule(rule, `formRules.${index}`)),
    ...checkLayout(form),
    ...checkNestedForms(form, options),
    ...checkCompatibility(form, options.stored),
    ...checkExtension(form, options),
    ...checkFormContent(form),
    ...findRedirectViolations(form.submitSettings?.redirectOptions?.redirectUrl),
  ];
}

function checkNamespace(namespace: string): FormViolation[] {
  const { minimum, maximum } = formLimits.namespaceLength;
  const expected =
    namespace.length < minimum ? `${minimum} or more` : namespace.length > maximum ? `${maximum} or less` : null;
  if (!expected) return [];
  const description = `namespace has size ${namespace.length}, expected ${expected}`;
  return [{ field: 'namespace', description, ruleName: 'UNSUPPORTED_FORM_NAMESPACE' }];
}

function findDuplicates<T>(
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

/** Allows http and https only, because a `javascript:` URL would run in the visitor's page after the submission. */
function findRedirectViolations(url: string | undefined): FormViolation[] {
  if (!url || /^https?:\/\/[^\s/]/i.test(url)) return [];
  const field = 'submitSettings.redirectOptions.redirectUrl';
  return [violation(field, 'must be an http or https URL', 'UNSAFE_REDIRECT_URL')];
}
