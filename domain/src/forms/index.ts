/** The forms engine. It validates forms and submissions identically in the browser and on the server. */
export { limitViolation } from './checks/check-counts.ts';
export { checkForm } from './checks/check-form.ts';
export { listReferencedForms } from './checks/check-nested-forms.ts';
export {
  type FormCheckOptions,
  type FormRuleName,
  type FormToCheck,
  type FormViolation,
  violation,
} from './checks/form-violation.ts';
export { labelOfField, labelText } from './field-label.ts';
export { fromFormField, toFormField } from './generations/fields.ts';
export { fromFormRule, toFormRule } from './generations/rules.ts';
export { appendMissingFields, completeSteps, type Step, stackFields } from './layout.ts';
export {
  type AddressRules,
  blockName,
  componentOptions,
  componentOptionsName,
  type Field,
  type FormField,
  type FormRule,
  type FormSchema,
  type InputOptions,
  isObject,
  type NestedForm,
  nestedFormsByTarget,
  type PaymentRules,
  type Product,
  type PropertyRules,
  type Rule,
  repeaterFields,
  targetOf,
} from './model.ts';
export { applyOverrides } from './nested-overrides.ts';
export { computeTotals, type PaymentLine, type PaymentTotals } from './payment-totals.ts';
export { checkRichContent, type RichContentProblem } from './rich-content/check-rich-content.ts';
export { tipTapToRichContent } from './rich-content/from-tiptap.ts';
export { toSafeUrl } from './rich-content/links.ts';
export {
  type Decoration,
  decorationTypes,
  type RichContent,
  type RichNode,
  richContentLimits,
  richNodeTypes,
} from './rich-content/nodes.ts';
export {
  RICOS_ATTRIBUTE,
  ricosTypes,
  type TipTapMark,
  type TipTapNode,
} from './rich-content/tiptap.ts';
export { richContentToHtml } from './rich-content/to-html.ts';
export { richContentToText } from './rich-content/to-text.ts';
export { richContentToTipTap } from './rich-content/to-tiptap.ts';
export { applyRules, type FieldState, type RuleOutcome, readOverride } from './rules/apply-rules.ts';
export type { ConditionOperator } from './rules/operators.ts';
export { MIN_FILL_SECONDS, spamSignals } from './spam-signals.ts';
export {
  type CheckedSubmission,
  checkSubmission,
  FORM_CLOSED,
  type SubmissionOptions,
  validateSubmission,
} from './validate-submission.ts';
export {
  ADDRESS_PART_LENGTH,
  type AddressPart,
  type AddressTemplate,
  addressTemplateOf,
  addressTemplates,
} from './values/address-templates.ts';
export type { CheckOptions, PhoneInfo } from './values/check-options.ts';
export { isPrice } from './values/check-payment.ts';
export { optionsOf, optionValuesOf } from './values/choices.ts';
export { COUNTRIES } from './values/countries.ts';
export { dropEmpty } from './values/drop-empty.ts';
export { createPhoneParser, type PhoneLibrary } from './values/phone-info.ts';
export { subdivisionsOf } from './values/subdivisions.ts';
export type { ValueError } from './values/value-error.ts';
export * from './vocabulary.ts';
