import type { Calls } from '@portico/contract';
import type { Call } from './client.ts';
import { PorticoError } from './error.ts';

/** A form as the server answers it (forms contract section 4). */
export type Form = Calls['forms.forms.get']['answer']['form'];
export type Submission = Calls['forms.submissions.create']['answer']['submission'];

/** One value that is not acceptable; `errorPath` starts with the target of its field (forms contract section 5.1). */
export interface FieldError {
  readonly errorPath: string;
  readonly errorType: string;
  readonly errorMessage?: string;
  readonly params?: Record<string, unknown>;
  readonly useCustomErrorMessage?: boolean;
}

/** Values by the targets of the form's fields (forms contract section 5.2). */
export type FormValues = Record<string, unknown>;

/** Forms and their submissions: `client.forms`. */
export interface FormsClient {
  /** The form, or null where there is none. */
  getForm(formId: string): Promise<Form | null>;
  /** @throws PorticoError; with `fieldErrorsOf` its errors by field, INVALID_CAPTCHA where the form asks for one */
  submit(formId: string, values: FormValues, options?: { captchaToken?: string }): Promise<Submission>;
  /** What would be wrong with these values; nothing is stored. */
  validate(formId: string, values: FormValues, fieldsToValidate?: string[]): Promise<FieldError[]>;
}

export function createFormsClient(call: Call): FormsClient {
  return {
    async getForm(formId) {
      try {
        return (await call('forms.forms.get', { query: { formId } })).form;
      } catch (error) {
        if (error instanceof PorticoError && error.status === 404) return null;
        throw error;
      }
    },
    async submit(formId, values, { captchaToken } = {}) {
      const body = { submission: { formId, submissions: values }, ...(captchaToken ? { captchaToken } : {}) };
      return (await call('forms.submissions.create', { body })).submission;
    },
    async validate(formId, values, fieldsToValidate) {
      const body = { submission: { formId, submissions: values }, ...(fieldsToValidate ? { fieldsToValidate } : {}) };
      const { violationErrors } = await call('forms.submissions.validate', { body });
      return violationErrors.flatMap((violation) => violation.submissionValidationErrors.errors as FieldError[]);
    },
  };
}

/** The errors by field inside a refused submission; empty where it was refused for another reason. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof PorticoError)) return [];
  return error.violations.flatMap((violation) => (violation.data?.errors ?? []) as FieldError[]);
}
