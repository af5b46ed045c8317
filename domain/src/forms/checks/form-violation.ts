/** Names of what saving a form checks (forms contract section 5.5). */
export type FormRuleName =
  | 'DUPLICATED_FIELD_TARGETS'
  | 'DUPLICATED_FIELD_IDS'
  | 'DUPLICATED_STEP_IDS'
  | 'DUPLICATED_RULE_IDS'
  | 'MISSING_FIELD_TARGETS'
  | 'UNSUPPORTED_FIELD_TARGETS_NAME'
  | 'FIELD_SCHEMA_NOT_SUPPORTED'
  | 'UNSUPPORTED_FORM_NAMESPACE'
  | 'FORM_FIELDS_COUNT_EXCEEDED'
  | 'FORM_SIZE_EXCEEDED'
  | 'INVALID_FORM_STEPS'
  | 'UNGROUPED_RULE_EXPRESSION_ROOT'
  | 'RULE_CONDITION_VALUE_MISSING'
  | 'RULE_NOT_SUPPORTED'
  | 'FIELDS_COMPATIBILITY_ERROR'
  | 'UNSAFE_REDIRECT_URL';

export interface FormViolation {
  /** path in the form, dotted: `formFields.2.inputOptions.target` */
  field: string;
  description: string;
  ruleName: FormRuleName;
  data?: Record<string, unknown>;
}

export interface FormCheckOptions {
  /** null when the pattern can be run, otherwise why not */
  patternProblem: (pattern: string) => string | null;
}

export const violation = (field: string, description: string, ruleName: FormRuleName): FormViolation => ({
  field,
  description,
  ruleName,
});
