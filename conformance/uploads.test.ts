/** Files of a submission, the way the vendor's form components send them: their own upload function, unmodified. */
import { forms, submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesForm } from '../server/src/forms/testing/files.fixture.ts';
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

/** What stands in a submission's value after the components have uploaded a file. */
async function uploaded(file: File) {
  const { uploadUrl } = await visitor.submissions.getMediaUploadUrl(formId, file.name, file.type);
  const url = await uploadFile(file, uploadUrl as string);
  // An empty text would be dropped as every empty value is, by the vendor's validator too.
  return { fileId: '123123', displayName: file.name, url, fileType: file.type || 'unknown' };
}

describe('getMediaUploadUrl, uploadFile, createSubmission', () => {
  it('store the files of a visitor, whose true ids then stand in the submission', async () => {
    const files = await Promise.all([uploaded(await picture()), uploaded(await picture())]);
    const made = await visitor.submissions.createSubmission({ formId, submissions: { photos: files } });
    expect(made.submissions?.photos).toEqual(
      files.map(({ url, displayName, fileType }) => ({ fileId: url.split('/').at(-1), url, displayName, fileType })),
    );
  });

  it('take a file whose type the browser does not know, and a form’s own spelling of names', async () => {
    const file = new File(['solid\nendsolid\n'], 'Größe 1.obj');
    const value = await uploaded(file);
    const made = await visitor.submissions.createSubmission({ formId, submissions: { files: [value] } });
    expect(made.submissions?.files).toMatchObject([{ displayName: 'Größe 1.obj', fileType: 'model/obj' }]);
  });

  it('take it from the server of a website too', async () => {
    const { uploadUrl } = await admin.submissions.getMediaUploadUrl(formId, 'boat.png', 'image/png');
    expect(await uploadFile(await picture(), uploadUrl as string)).toMatch(/^http.+\/files\/[0-9a-f-]{36}$/);
  });

  it('refuse what the form does not take, by a code that the client reads', async () => {
    const ask = (id: string, name: string, type: string) =>
      thrownBy(visitor.submissions.getMediaUploadUrl(id, name, type));
    expect(await ask(formId, 'a.svg', 'image/svg+xml')).toMatchObject({
      status: 400,
      code: 'FILE_UPLOAD_RESTRICTIONS_ERROR',
    });
    expect(await ask(site.t.site.id, 'a.png', 'image/png')).toMatchObject({ status: 404, code: 'FORM_NOT_FOUND' });
  });

  it('refuse a file that is already part of a submission, at its place in the values', async () => {
    const value = await uploaded(await picture());
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
