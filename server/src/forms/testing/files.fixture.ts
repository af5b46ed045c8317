/** A form that takes files, and what a visitor's browser does with them. */

import type { Answered, TestServer } from '../../testing/index.ts';
import { input, text } from './forms.fixture.ts';

export const filesForm = (more: object = {}) => ({
  name: 'Files',
  namespace: 'wix.form_app.form',
  formFields: [
    text('name', { maxLength: 20 }),
    fileField('files'),
    fileField('photos', { uploadFileFormats: ['IMAGE'] }),
    input('signature', 'WIX_FILE', 'wixFileOptions', { componentType: 'SIGNATURE', validation: { fileLimit: 1 } }),
    input('guests', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      validation: {},
      repeaterOptions: { label: 'Guests', fields: [fileField('passport', { uploadFileFormats: ['IMAGE'] })] },
    }),
  ],
  ...more,
});

export const fileField = (target: string, validation: object = {}) =>
  input(target, 'WIX_FILE', 'wixFileOptions', {
    componentType: 'FILE_UPLOAD',
    fileUploadOptions: { label: target },
    validation: { fileLimit: 30, ...validation },
  });

export async function makeForm(t: TestServer, form: object = filesForm(), as = t.key): Promise<string> {
  const made = await t.call({ method: 'POST', path: '/v4/forms', as, body: { form } });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.form.id;
}

export const askFor = (t: TestServer, formId: string, filename: string, mimeType = '', as = t.visitor) =>
  t.call({ method: 'POST', path: '/v4/submissions/media-upload-url', as, body: { formId, filename, mimeType } });

export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** What the browser does: asks for an address and puts the file there, without any credential. */
export async function upload(
  t: TestServer,
  formId: string,
  file: { name: string; bytes: Buffer | string; type?: string },
): Promise<Answered> {
  const asked = await askFor(t, formId, file.name, file.type);
  if (asked.status !== 200) return asked;
  return put(t, asked.body.uploadUrl, file.bytes);
}

export const put = (t: TestServer, url: string, bytes: Buffer | string, type = 'application/octet-stream') =>
  t.call({ method: 'PUT', path: pathOf(url), body: Buffer.from(bytes), headers: { 'content-type': type } });

export const submit = (t: TestServer, formId: string, submissions: object, as = t.visitor) =>
  t.call({ method: 'POST', path: '/v4/submissions', as, body: { submission: { formId, submissions } } });

/** A file in a submission's value as the vendor's components write it. */
export const named = (file: { url: string }) => ({
  fileId: '123123',
  displayName: 'whatever',
  fileType: 'application/octet-stream',
  url: file.url,
});
