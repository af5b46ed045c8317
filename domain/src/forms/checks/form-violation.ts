import type { Field, Rule } from '../model.ts';

/**
 * Names of the checks on saving a form (forms contract section 5.5). The `…_EXCEEDED` names are fixed limits; the
 * `…_COUNT_RESTRICTIONS_ERROR` names are the owner's lower limits. The last three names are Portico's own.
 */
export type FormRuleName =
  | 'DUPLICATED_FIELD_TARGETS'
  | 'DUPLICATED_FIELD_IDS'
  | 'DUPLICATED_STEP_IDS'
  | 'DUPLICATED_RULE_IDS'
  | 'MISSING_FIELD_TARGETS'
  | 'UNSUPPORTED_FIELD_TARGETS_NAME'
  | 'MISSING_NESTED_FORM_IDS'
  | 'NON_EXISTING_NESTED_FORMS'
  | 'NESTED_FORM_FIELDS_MISSING'
  | 'FIELD_SCHEMA_NOT_SUPPORTED'
  | 'UNSUPPORTED_FORM_NAMESPACE'
  | 'FORM_FIELDS_COUNT_EXCEEDED'
  | 'NAMESPACE_FORMS_COUNT_EXCEEDED'
  | 'NAMESPACE_DELETED_FORMS_COUNT_EXCEEDED'
  | 'FORM_SIZE_EXCEEDED'
  | 'DUPLICATED_PRODUCT_IDS'
  | 'MISSING_PRODUCT_NAME'
  | 'TEMPLATE_NOT_EXTENDABLE'
  | 'INVALID_FORM_STEPS'
  | 'MISSING_FORM_FIELDS'
  | 'MISSING_FORM_RULES'
  | 'MISSING_FORM_CONTACT_MAPPINGS'
  | 'UNGROUPED_RULE_EXPRESSION_ROOT'
  | 'RULE_CONDITION_VALUE_MISSING'
  | 'FIELDS_COMPATIBILITY_ERROR'
  | 'FORMS_COUNT_RESTRICTIONS_ERROR'
  | 'FIELDS_COUNT_RESTRICTIONS_ERROR'
  | 'STEPS_COUNT_RESTRICTIONS_ERROR'
  | 'RULES_COUNT_RESTRICTIONS_ERROR'
  | 'RULE_NOT_SUPPORTED'
  | 'RICH_CONTENT_NOT_SUPPORTED'
  | 'UNSAFE_REDIRECT_URL';

export interface FormViolation {
  /** Dotted path in the form: `formFields.2.inputOptions.target`. */
  field: string;
  description: string;
  ruleName: FormRuleName;
  data?: Record<string, unknown>;
}

/** A form that is about to be saved. */
export interface FormToCheck {
  namespace?: string;
  /**
   * REGULAR, or EXTENSION of the form `sourceFormId`. An extension must keep the fields, namespace rules and contact
   * mappings of that form.
   */
  kind?: unknown;
  sourceFormId?: unknown;
  formFields?: readonly Field[];
  deletedFormFields?: readonly Field[];
  formRules?: readonly Rule[];
  steps?: readonly { id?: string; layout?: unknown }[];
  submitSettings?: { redirectOptions?: { redirectUrl?: string }; thankYouMessageOptions?: { richContent?: unknown } };
  disabledFormMessage?: unknown;
  quizSettings?: unknown;
}

/** The owner's limits for one form (site settings, `forms.limits`). */
export interface FormCountLimits {
  readonly maxFields: number;
  readonly maxSteps: number;
  readonly maxRules: number;
}

export interface FormCheckOptions {
  /** Returns null if the regular expression engine of the server can run the pattern, otherwise the reason. */
  patternProblem: (pattern: string) => string | null;
  /** The form before the change. Undefined for a new form. */
  stored?: FormToCheck;
  limits?: FormCountLimits;
  /** Other forms of the site that this one refers to (nested forms, the extended form), by id. */
  forms?: ReadonlyMap<string, FormToCheck>;
}

export const violation = (
  field: string,
  description: string,
  ruleName: FormRuleName,
  data?: Record<string, unknown>,
): FormViolation => ({ field, description, ruleName, ...(data ? { data } : {}) });
