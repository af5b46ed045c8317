import type { Calls } from '@portico/contract';
import { spamSignals } from '@portico/domain';
import type { Call } from './call.ts';
import { PorticoError } from './error.ts';
import { type FileValue, type UploadOptions, uploadFile } from './upload.ts';

/** A form as the server answers it (forms contract section 4). */
export type Form = Calls['forms.forms.get']['answer']['form'];
export type Submission = Calls['forms.submissions.create']['answer']['submission'];
/** Where addresses and phones start, and what money payments are in. */
export type SiteProperties = Calls['forms.siteProperties.get']['answer']['siteProperties'];

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

export interface SubmitOptions {
  readonly captchaToken?: string;
  /** the same for every try of one submission, so that it is stored once; one is made where none is given */
  readonly idempotencyKey?: string;
  /** what `issueTicket` gave when the form was shown */
  readonly ticket?: string;
  /** what stands in a field that people do not see */
  readonly honeypot?: string;
}

/** Forms and their submissions: `client.forms`. */
export interface FormsClient {
  /** The form with the forms inside it, or null where there is none. */
  getForm(formId: string): Promise<Form | null>;
  siteProperties(): Promise<SiteProperties>;
  /**
   * Submits values. A try that got no answer, or that the server had no room for, is made again under the same key.
   * @throws PorticoError; with `fieldErrorsOf` its errors by field, INVALID_CAPTCHA where the form asks for one
   */
  submit(formId: string, values: FormValues, options?: SubmitOptions): Promise<Submission>;
  /** What would be wrong with these values; nothing is stored. */
  validate(formId: string, values: FormValues, fieldsToValidate?: string[]): Promise<FieldError[]>;
  /** A sign that a form was shown, to be sent with its submission: what comes without one is not judged by it. */
  issueTicket(formId: string): Promise<string>;
  /** An address to which one file of a submission may be put. @throws PorticoError FILE_UPLOAD_RESTRICTIONS_ERROR, FILE_QUOTA_REACHED */
  uploadUrl(formId: string, file: { readonly name: string; readonly type: string }): Promise<string>;
  /** Uploads one file of a submission. @returns what its field's list of values then holds */
  upload(formId: string, file: File, options?: UploadOptions): Promise<FileValue>;
}

/** how often a submission that got no answer is sent in all */
const TRIES = 3;
const PAUSE_MS = 400;

export function createFormsClient(call: Call): FormsClient {
  const uploadUrl: FormsClient['uploadUrl'] = async (formId, { name, type }) => {
    const body = { formId, filename: name.slice(-300), mimeType: type };
    return (await call('forms.submissions.getMediaUploadUrl', { body })).uploadUrl;
  };
  return {
    async getForm(formId) {
      try {
        const { form } = await call('forms.forms.get', { query: { formId } });
        return await withNestedForms(call, form);
      } catch (error) {
        if (error instanceof PorticoError && error.status === 404) return null;
        throw error;
      }
    },
    async siteProperties() {
      return (await call('forms.siteProperties.get')).siteProperties;
    },
    async submit(formId, values, { captchaToken, idempotencyKey, ticket, honeypot } = {}) {
      const signals = {
        ...(ticket ? { [spamSignals.ticket]: [ticket] } : {}),
        ...(honeypot ? { [spamSignals.honeypot]: [honeypot] } : {}),
      };
      const body = {
        submission: { formId, submissions: values },
        ...(captchaToken ? { captchaToken } : {}),
        ...(Object.keys(signals).length > 0 ? { additionalMetadata: signals } : {}),
      };
      const headers = { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() };
      return (await persist(() => call('forms.submissions.create', { body, headers }))).submission;
    },
    async validate(formId, values, fieldsToValidate) {
      const body = { submission: { formId, submissions: values }, ...(fieldsToValidate ? { fieldsToValidate } : {}) };
      const { violationErrors } = await call('forms.submissions.validate', { body });
      return violationErrors.flatMap((violation) => violation.submissionValidationErrors.errors as FieldError[]);
    },
    async issueTicket(formId) {
      return (await call('forms.forms.getTicket', { query: { formId } })).ticket;
    },
    uploadUrl,
    upload: async (formId, file, options) => uploadFile(await uploadUrl(formId, file), file, options),
  };
}

/** The forms inside come with the list call alone; few forms have any. */
async function withNestedForms(call: Call, form: Form): Promise<Form> {
  const isNesting = form.formFields.some(({ inputOptions }) => inputOptions?.nestedFormId);
  if (!isNesting || (form.nestedForms?.length ?? 0) > 0) return form;
  const query = { namespace: form.namespace, formIds: [form.id], fieldsets: ['NESTED_FORMS'] };
  const { forms } = await call('forms.forms.list', { query: query as Calls['forms.forms.list']['query'] });
  return forms[0] ? { ...form, nestedForms: forms[0].nestedForms } : form;
}

/** No answer, or 503: whether the first try was stored nobody knows, and the key keeps it from being stored twice. */
async function persist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const isAnswer = error instanceof PorticoError && error.status !== 503;
      if (isAnswer || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    }
  }
}

/** The errors by field inside a refused submission; empty where it was refused for another reason. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof PorticoError)) return [];
  return error.violations.flatMap((violation) => (violation.data?.errors ?? []) as FieldError[]);
}
