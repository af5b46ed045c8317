/** Builds forms for the checks and summarizes their violations. */
import { textField } from '../../generations/testing/fields.ts';
import type { Field, Rule } from '../../model.ts';
import { checkForm } from '../check-form.ts';
import type { FormCheckOptions, FormToCheck } from '../form-violation.ts';

type Json = Record<string, unknown>;

const NAMESPACE = 'wix.form_app.form';
const options: FormCheckOptions = { patternProblem: (pattern) => (pattern.includes('(?<') ? 'look-behind' : null) };

export const check = (form: Partial<FormToCheck>, more: Partial<FormCheckOptions> = {}) =>
  checkForm({ namespace: NAMESPACE, ...form }, { ...options, ...more });
export const checkRuleNames = (form: Partial<FormToCheck>, more?: Partial<FormCheckOptions>) =>
  check(form, more).map(({ ruleName, field }) => [ruleName, field]);

export const makeField = (target: string, id = target, more: Partial<Field> = {}): Field => {
  const one = textField('TEXT_INPUT', 'TEXT_INPUT', {});
  return { ...one, id, ...more, inputOptions: { ...one.inputOptions, target, ...more.inputOptions } };
};
export const textFields = (validation: Json) => [textField('TEXT_INPUT', 'TEXT_INPUT', {}, validation)];
export const condition = { target: 'f', operator: 'EQUAL', value: 1 };
export const wrapCondition = (part: Json): Json => ({ and: { conditions: [{ condition: part }] } });
export const formWithRule = (expression: unknown, more: Partial<Rule> = {}): Partial<FormToCheck> => ({
  formRules: [{ id: 'r', expression: expression as Json, overrides: [], ...more }],
});
