/** The calls of a form to the API, loaded when they are first needed. */
import type { EmbeddedForm } from '@portico/react/forms/view/embedded-form';
import {
  createFormsClient,
  type FieldError,
  type FileValue,
  type FormValues,
  fieldErrorsOf,
  type SubmitOptions,
  type UploadOptions,
} from '@portico/sdk';
import type { EmbedContext } from '../embed.ts';
import { clientIdOf, connectTo } from '../session.ts';

interface FormConnection {
  issueTicket(): Promise<string>;
  upload(file: File, options: UploadOptions): Promise<FileValue>;
  /** Returns the errors by field; an empty list if the submission was accepted. */
  submit(values: FormValues, options: SubmitOptions): Promise<readonly FieldError[]>;
}

/** Connects as the visitor of the page, or as the member who has signed in there. */
export function connectForm({ host, server }: EmbedContext, { form, clientId }: EmbeddedForm): FormConnection {
  const forms = createFormsClient(connectTo(server, clientIdOf(host) ?? clientId).call);
  return {
    issueTicket: () => forms.issueTicket(form.id),
    upload: (file, options) => forms.upload(form.id, file, options),
    async submit(values, options) {
      try {
        await forms.submit(form.id, values, options);
        return [];
      } catch (error) {
        const errors = fieldErrorsOf(error);
        if (errors.length === 0) throw error;
        return errors;
      }
    },
  };
}
