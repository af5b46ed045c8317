/** Uploads files of a submission with the unmodified upload function of the vendor's form components. */
import { forms, submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesForm } from '../server/src/forms/testing/files.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

const UTILITIES = new URL(
  './node_modules/@wix/headless-forms/dist/services/utils/file-upload-utils.js',
  import.meta.url,
);

const modules = { forms, submissions };
const newVisitor = () => createClient({ modules, auth: OAuthStrategy({ clientId: site.t.app.clientId }) });
const newAdmin = () => createClient({ modules, auth: ApiKeyStrategy({ apiKey: site.t.key, siteId: site.t.site.id }) });

let site: ServedSite;
let admin: ReturnType<typeof newAdmin>;
let visitor: ReturnType<typeof newVisitor>;
let formId: string;
let uploadFile: (file: Blob, uploadUrl: string) => Promise<string>;

beforeAll(async () => {
  site = await serveSite();
  [admin, visitor] = [newAdmin(), newVisitor()];
  formId = (await admin.forms.createForm(filesForm() as never))._id as string;
  ({ uploadFile } = await import(UTILITIES.href));
});
afterAll(() => site.stop());

const picture = async () => {
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'boat.png', { type: 'image/png' });
};

/** Returns the value that the components store in a submission after an upload. */
async function uploadToForm(file: File) {
  const { uploadUrl } = await visitor.submissions.getMediaUploadUrl(formId, file.name, file.type);
  const url = await uploadFile(file, uploadUrl as string);
  // An empty `fileType` would be removed, because the vendor's validator and Portico both remove empty values.
  return { fileId: '123123', displayName: file.name, url, fileType: file.type || 'unknown' };
}

describe('getMediaUploadUrl, uploadFile, createSubmission', () => {
  it('store the files of a visitor; the submission then contains their real ids', async () => {
    const files = await Promise.all([uploadToForm(await picture()), uploadToForm(await picture())]);
    const created = await visitor.submissions.createSubmission({ formId, submissions: { photos: files } });
    expect(created.submissions?.photos).toEqual(
      files.map(({ url, displayName, fileType }) => ({ fileId: url.split('/').at(-1), url, displayName, fileType })),
    );
  });

  it('accept a file of a type unknown to the browser, with a non-ASCII name', async () => {
    const file = new File(['solid\nendsolid\n'], 'Größe 1.obj');
    const value = await uploadToForm(file);
    const created = await visitor.submissions.createSubmission({ formId, submissions: { files: [value] } });
    expect(created.submissions?.files).toMatchObject([{ displayName: 'Größe 1.obj', fileType: 'model/obj' }]);
  });

  it('accept a file from the server of a website', async () => {
    const { uploadUrl } = await admin.submissions.getMediaUploadUrl(formId, 'boat.png', 'image/png');
    expect(await uploadFile(await picture(), uploadUrl as string)).toMatch(/^http.+\/files\/[0-9a-f-]{36}$/);
  });

  it('reject a file that the form does not accept with a code that the client reads', async () => {
    const requestUploadUrl = (id: string, name: string, type: string) =>
      thrownBy(visitor.submissions.getMediaUploadUrl(id, name, type));
    expect(await requestUploadUrl(formId, 'a.svg', 'image/svg+xml')).toMatchObject({
      status: 400,
      code: 'FILE_UPLOAD_RESTRICTIONS_ERROR',
    });
    expect(await requestUploadUrl(site.t.site.id, 'a.png', 'image/png')).toMatchObject({
      status: 404,
      code: 'FORM_NOT_FOUND',
    });
  });

  it('reject a file that is already part of a submission, with its path in the values', async () => {
    const value = await uploadToForm(await picture());
    await visitor.submissions.createSubmission({ formId, submissions: { photos: [value] } });
    const second = visitor.submissions.createSubmission({ formId, submissions: { photos: [value] } });
    const thrown = await second.catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      details: {
        validationError: {
          fieldViolations: [
            { data: { errors: [{ errorPath: 'photos/0/url', errorType: 'NOT_ALLOWED_VALUE_ERROR' }] } },
          ],
        },
      },
    });
  });
});
