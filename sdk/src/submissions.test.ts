/** Tests submissions, uploads and half-filled forms against a real server over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';
import { createFullClient, type FullClient } from './admin/index.ts';
import { createFormProgress } from './form-progress.ts';
import {
  accessTokenAuth,
  apiKeyAuth,
  type Client,
  connect,
  createClient,
  type Form,
  keyValueStore,
  type Page,
  type Submission,
} from './index.ts';
import { createSubmissionsClient } from './submissions.ts';

let server: TestServer;
let owner: FullClient;
let visitor: Client;
let form: Form;
beforeAll(async () => {
  server = await testServer();
  const url = await server.listen();
  owner = createFullClient({ url, auth: apiKeyAuth(server.key, server.site.id) });
  visitor = createClient({ url, clientId: server.app.clientId });
  const text = (n: number, target: string, componentType = 'TEXT_INPUT') => ({
    id: `11111111-1111-4111-8111-11111111111${n}`,
    identifier: componentType,
    fieldType: 'INPUT',
    inputOptions: { target, inputType: 'STRING', stringOptions: { componentType } },
  });
  const file = {
    id: '11111111-1111-4111-8111-111111111119',
    identifier: 'FILE_UPLOAD',
    fieldType: 'INPUT',
    inputOptions: {
      target: 'photo',
      inputType: 'WIX_FILE',
      wixFileOptions: { componentType: 'FILE_UPLOAD', fileUploadOptions: { fileLimit: 1 } },
    },
  };
  const formFields = [text(1, 'name'), text(2, 'message'), text(3, 'secret', 'PASSWORD'), file];
  const body = { form: { name: 'Contact', namespace: 'wix.form_app.form', formFields } };
  ({ form } = await owner.call('forms.forms.create', { body: body as never }));
});
afterAll(() => server.stop());

const submit = async (name: string): Promise<string> => (await visitor.forms.submit(form.id, { name })).id as string;
const namesOf = async (page: Page<Submission>) => {
  const names: unknown[] = [];
  for await (const { submissions } of page) names.push(submissions.name);
  return names;
};

describe('submissions', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (const name of ['Ada', 'Grace', 'Mary']) ids.push(await submit(name));
  });

  it('are listed in pages, by filter and by search', async () => {
    const query = { formId: form.id, sort: [{ fieldName: 'createdDate', order: 'ASC' as const }] };
    const first = await owner.submissions.list({ ...query, limit: 2 });
    expect([first.length, first.hasNext(), first.hasPrev()]).toEqual([2, true, false]);
    expect(await namesOf(first)).toEqual(['Ada', 'Grace', 'Mary']);
    const second = await owner.submissions.list({ limit: 2, cursor: first.cursors.next });
    expect(await namesOf(await second.prev())).toEqual(['Ada', 'Grace', 'Mary']);
    expect(await namesOf(await owner.submissions.list({ filter: { status: 'PENDING' } }))).toEqual([]);
    await expect
      .poll(async () => namesOf(await owner.submissions.list({ formId: form.id, search: 'grace', limit: 1 })))
      .toEqual(['Grace']);
  });

  it('are listed to members only if they are their own', async () => {
    const { call } = connect({ url: server.origin, auth: accessTokenAuth(server.member) });
    const own = createSubmissionsClient(call);
    const { forms } = createClient({ url: server.origin, auth: accessTokenAuth(server.member) });
    await forms.submit(form.id, { name: 'Member' });
    expect(await namesOf(await own.list({ onlyYourOwn: true }))).toEqual(['Member']);
  });

  it('are read, counted, changed and confirmed', async () => {
    const [id = ''] = ids;
    const submission = await owner.submissions.get(id);
    expect(submission).toMatchObject({ id, submissions: { name: 'Ada' }, seen: false });
    expect(await owner.submissions.get('22222222-2222-4222-8222-222222222222')).toBeNull();
    await expect(owner.submissions.get('')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', status: 0 });
    const { revision } = submission as Submission;
    const pending = await owner.submissions.update(id, { formId: form.id, revision, status: 'PENDING' });
    expect(pending.status).toBe('PENDING');
    expect((await owner.submissions.confirm(id)).status).toBe('CONFIRMED');
    await owner.submissions.markAsSeen(form.id, [id]);
    expect(await owner.submissions.count([form.id])).toEqual([{ formId: form.id, totalCount: 4, unseenCount: 3 }]);
    expect(await owner.submissions.count([form.id], ['PENDING'])).toMatchObject([{ totalCount: 0 }]);
  });

  it('are tagged, and ids that do not exist are reported', async () => {
    const missing = '22222222-2222-4222-8222-222222222222';
    const assign = { tags: { tagIds: ['urgent'] } };
    const outcome = await owner.submissions.updateTags([ids[0] as string, missing], { assign });
    expect(outcome).toMatchObject({ succeeded: [ids[0]], failed: [{ id: missing, code: expect.any(String) }] });
    expect((await owner.submissions.get(ids[0] as string))?.tags).toMatchObject(assign);
  });

  it('are moved to the trash, restored and removed for good', async () => {
    const [id, other] = [await submit('Trash'), await submit('Trash too')];
    expect((await owner.submissions.remove(form.id, [id, other])).succeeded).toEqual([id, other]);
    expect(await owner.submissions.get(id)).toBeNull();
    expect(await owner.submissions.countTrash([form.id])).toEqual([{ formId: form.id, totalCount: 2 }]);
    const trash = await owner.submissions.listTrash({ formId: form.id, limit: 1 });
    expect((await namesOf(trash)).sort()).toEqual(['Trash', 'Trash too']);
    expect(await owner.submissions.restore(id)).toMatchObject({ id });
    expect((await owner.submissions.emptyTrash(form.id, [other])).succeeded).toEqual([other]);
    expect(await owner.submissions.remove(form.id, [id], { permanent: true })).toMatchObject({ succeeded: [id] });
    expect(await owner.submissions.countTrash([form.id])).toEqual([{ formId: form.id, totalCount: 0 }]);
  });

  it('become spam reports and submissions again', async () => {
    const [id, other] = [await submit('Spam'), await submit('More spam')];
    await owner.submissions.reportSpam(form.id, [id, other], 'MANUALLY_REPORTED');
    const reports = await owner.submissions.listSpam({ formId: form.id });
    expect(reports.items.map(({ submissions }) => submissions?.name).sort()).toEqual(['More spam', 'Spam']);
    expect(await owner.submissions.countSpam([form.id])).toEqual([{ formId: form.id, totalCount: 2 }]);
    const [one = '', two = ''] = reports.items.map((report) => report.id);
    expect((await owner.submissions.reportNotSpam(form.id, [one])).failed).toEqual([]);
    expect((await owner.submissions.removeSpam(form.id, [two])).succeeded).toEqual([two]);
    expect((await owner.submissions.listSpam({ formId: form.id })).items).toEqual([]);
  });
});

describe('an upload', () => {
  const photo = () => new File(['hello'], 'photo.txt', { type: 'text/plain' });

  it('is sent without XMLHttpRequest, as in Node', async () => {
    const value = await visitor.forms.upload(form.id, photo());
    expect(value).toMatchObject({ displayName: 'photo.txt', url: expect.any(String) });
    expect(await visitor.forms.submit(form.id, { photo: [value] })).toMatchObject({
      submissions: { photo: [expect.objectContaining({ fileId: value.fileId })] },
    });
  });

  it('is aborted by a signal', async () => {
    const signal = AbortSignal.abort(new Error('The visitor left.'));
    await expect(visitor.forms.upload(form.id, photo(), { signal })).rejects.toThrow('The visitor left.');
  });

  it('is rejected with the code of the server', async () => {
    const program = new File(['MZ'], 'program.exe', { type: 'application/x-msdownload' });
    await expect(visitor.forms.upload(form.id, program)).rejects.toMatchObject({
      code: 'FILE_UPLOAD_RESTRICTIONS_ERROR',
    });
  });
});

describe('the progress of a half-filled form', () => {
  const values = { name: 'Ada', secret: 'x', photo: [{ fileId: 'f', url: 'u' }], other: 'y' };

  it('keeps values of the form except files, passwords and unknown ones', () => {
    const store = keyValueStore();
    createFormProgress(form, { store }).save(values);
    expect(createFormProgress(form, { store }).load()).toEqual({ name: 'Ada' });
    expect(store.getItem(`portico-form:${form.id}`)).not.toMatch(/secret|fileId|other/);
    expect(createFormProgress({ ...form, id: 'another' }, { store }).load()).toBeNull();
  });

  it('keeps the rows of a repeater without their files and passwords', () => {
    const rows = { id: 'rows', inputOptions: { target: 'rows', inputType: 'OBJECT_ARRAY', nestedFormId: 'nested' } };
    const parent = { ...form, formFields: [rows], nestedForms: [form] } as unknown as Form;
    const progress = createFormProgress(parent, { store: keyValueStore() });
    progress.save({ rows: [values, { name: 'Grace' }] });
    expect(progress.load()).toEqual({ rows: [{ name: 'Ada', other: 'y' }, { name: 'Grace' }] });
  });

  it('expires, and ignores values that it did not write', () => {
    const store = keyValueStore();
    let now = 0;
    const progress = createFormProgress(form, { store, maxAgeMs: 1_000, now: () => now });
    progress.save(values);
    now = 1_000;
    expect(progress.load()).toEqual({ name: 'Ada' });
    now = 1_001;
    expect(progress.load()).toBeNull();
    expect(store.getItem(`portico-form:${form.id}`)).toBeNull();
    for (const invalidProgress of ['', '{', '7', '{"at":"x"}']) {
      store.setItem(`portico-form:${form.id}`, invalidProgress);
      expect(progress.load()).toBeNull();
    }
  });

  it('is cleared by a submission, and stays if that is rejected', async () => {
    const progress = createFormProgress(form, { store: keyValueStore() });
    progress.save({ name: 'Ada' });
    await expect(visitor.forms.submit(form.id, { unknown: 1 }, { progress })).rejects.toMatchObject({ status: 400 });
    expect(progress.load()).toEqual({ name: 'Ada' });
    await visitor.forms.submit(form.id, { name: 'Ada' }, { progress });
    expect(progress.load()).toBeNull();
  });
});
