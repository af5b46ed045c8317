import type { FormRejection, SubmittedForm } from '@portico/react';
import { PorticoError, type UploadOptions, uploadFile } from '@portico/sdk';
import { formPath } from '../layout/frame.ts';
import type { Rejection } from './send-form.ts';

/** Returns the calls of a form's scripts. They go to the site's server, which holds the token of the visitor. */
export function browserCalls(formId: string) {
  const post = async <A>(call: string, body: object): Promise<A> => {
    const response = await fetch(`${formPath(formId)}/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw await PorticoError.of(response);
    return (await response.json()) as A;
  };
  return {
    issueTicket: async (): Promise<string> => (await post<{ ticket: string }>('ticket', {})).ticket,
    async upload(file: File, options: UploadOptions) {
      const { uploadUrl } = await post<{ uploadUrl: string }>('upload-url', { name: file.name, type: file.type });
      return uploadFile(uploadUrl, file, options);
    },
    /** Retries after network errors. The idempotency key prevents a second submission. */
    async send({ values, options }: SubmittedForm): Promise<FormRejection | undefined> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { status, errors, failure } = await post<Rejection>('send', { values, options });
          return status === 200 ? undefined : { errors, failure: failure ?? undefined };
        } catch (error) {
          if (error instanceof PorticoError || attempt === MAX_ATTEMPTS) throw error;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
        }
      }
    },
  };
}

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 400;
