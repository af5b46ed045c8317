/** The forms engine: what a form accepts, decided the same way in the browser and on the server. */
export { checkForm, type FormToCheck } from './checks/check-form.ts';
export type { FormCheckOptions, FormRuleName, FormViolation } from './checks/form-violation.ts';
export { fromFormField, toFormField } from './generations/fields.ts';
export { fromFormRule, toFormRule } from './generations/rules.ts';
export {
  blockName,
  componentOptions,
  componentOptionsName,
  type Field,
  type FormField,
  type FormRule,
  type FormSchema,
  type InputOptions,
  isObject,
  type Rule,
  repeaterFields,
} from './model.ts';
export { applyRules, type FieldState, type RuleOutcome } from './rules/apply-rules.ts';
export type { ConditionOperator } from './rules/operators.ts';
export {
  type CheckedSubmission,
  checkSubmission,
  type SubmissionOptions,
  validateSubmission,
} from './validate-submission.ts';
export type { CheckOptions, PhoneFacts } from './values/check-options.ts';
export { targetOf } from './values/check-value.ts';
export { optionValues } from './values/choices.ts';
export { dropEmpty } from './values/drop-empty.ts';
export type { ValueError } from './values/value-error.ts';
export * from './vocabulary.ts';
