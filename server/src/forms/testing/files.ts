/** A form with file fields, and the calls by which a visitor's browser uploads files. */
import type { TestResponse, TestServer } from '../../testing/index.ts';
import { input, text } from './sample-forms.ts';

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
  const createResponse = await t.call({ method: 'POST', path: '/v4/forms', as, body: { form } });
  if (createResponse.status !== 200) throw new Error(createResponse.text);
  return createResponse.body.form.id;
}

export const requestUploadUrl = (t: TestServer, formId: string, filename: string, mimeType = '', as = t.visitor) =>
  t.call({ method: 'POST', path: '/v4/submissions/media-upload-url', as, body: { formId, filename, mimeType } });

export const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

/** Uploads a file as a browser does: requests a URL, then sends the file there without a token. */
export async function upload(
  t: TestServer,
  formId: string,
  file: { name: string; bytes: Buffer | string; type?: string },
): Promise<TestResponse> {
  const requested = await requestUploadUrl(t, formId, file.name, file.type);
  if (requested.status !== 200) return requested;
  return put(t, requested.body.uploadUrl, file.bytes);
}

export const put = (t: TestServer, url: string, bytes: Buffer | string, type = 'application/octet-stream') =>
  t.call({ method: 'PUT', path: pathOf(url), body: Buffer.from(bytes), headers: { 'content-type': type } });

export const submit = (t: TestServer, formId: string, submissions: object, as = t.visitor) =>
  t.call({ method: 'POST', path: '/v4/submissions', as, body: { submission: { formId, submissions } } });

/** Returns the value of a file as the vendor's components send it. */
export const fileValueOf = (file: { url: string }) => ({
  fileId: '123123',
  displayName: 'whatever',
  fileType: 'application/octet-stream',
  url: file.url,
});
