import type { FormRejection, SubmittedForm } from '@portico/react';
import { PorticoError, type UploadOptions, uploadFile } from '@portico/sdk';
import { formPath } from '../layout/frame.ts';
import type { Refusal } from './send-form.ts';

/** What a form's page does by script, through the site: its own server knows who is asking. */
export function browserCalls(formId: string) {
  const ask = async <A>(call: string, asked: object): Promise<A> => {
    const response = await fetch(`${formPath(formId)}/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    if (response.status !== 200) throw await PorticoError.of(response);
    return (await response.json()) as A;
  };
  return {
    issueTicket: async (): Promise<string> => (await ask<{ ticket: string }>('ticket', {})).ticket,
    async upload(file: File, options: UploadOptions) {
      const { uploadUrl } = await ask<{ uploadUrl: string }>('upload-url', { name: file.name, type: file.type });
      return uploadFile(uploadUrl, file, options);
    },
    /** Sent again where no answer came: under the same key it is stored once. */
    async send({ values, options }: SubmittedForm): Promise<FormRejection | undefined> {
      for (let tries = 1; ; tries += 1) {
        try {
          const { status, errors, failure } = await ask<Refusal>('send', { values, options });
          return status === 200 ? undefined : { errors, failure: failure ?? undefined };
        } catch (error) {
          if (error instanceof PorticoError || tries === TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
        }
      }
    },
  };
}

const TRIES = 3;
const PAUSE_MS = 400;
