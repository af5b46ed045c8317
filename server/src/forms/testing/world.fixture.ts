/** Things of a site that calls can name, made when they are first asked for. What strangers must never see is marked. */
import sharp from 'sharp';
import type { TestServer } from '../../testing/index.ts';
import { fileField, named, pathOf, put } from './files.fixture.ts';
import { text } from './forms.fixture.ts';

/** stands in what only the site's people may see: values, file names, contacts, webhooks, the owner's decisions */
export const SECRET = 'qzsecret';
/** stands in what whoever fills in a form may see as well */
export const PUBLIC = 'qzpublic';
export const NAMESPACE = 'wix.form_app.form';

type Json = Record<string, unknown>;

/** An entity, and what a call must say of it beside its id. */
export interface Thing {
  readonly id: string;
  readonly formId: string;
}

type Named = 'form' | 'trashedForm' | 'contact' | 'label' | 'webhook' | 'delivery';
type Signed = 'upload' | 'fileLink' | 'documentLink';
/** Makes one of each and answers how calls name it. */
export type Makes = {
  readonly [K in Named | 'file' | Signed]: () => Promise<string>;
} & {
  readonly [K in 'submission' | 'pending' | 'trashed' | 'report' | 'deletedField']: () => Promise<Thing>;
};

/** Values that are nobody's: what was made is never among them. */
const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

export const somePicture: Promise<Buffer> = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const nothing = { id: UNKNOWN, formId: UNKNOWN };
const id = async () => UNKNOWN;
const thing = async () => nothing;

/** In place of the things of a site: ids of nothing. */
export const nowhere: Makes = {
  form: id,
  trashedForm: id,
  contact: id,
  webhook: id,
  delivery: id,
  file: id,
  upload: async () => `s.${UNKNOWN}.x`,
  fileLink: async () => `s.${UNKNOWN}.file.4102444800.x`,
  documentLink: async () => `s.${UNKNOWN}.4102444800.x`,
  label: async () => 'custom.nothing',
  submission: thing,
  pending: thing,
  trashed: thing,
  report: thing,
  deletedField: thing,
};

interface Senders {
  /** token of a visitor who sends what the others must not see */
  readonly sender: string;
  readonly owner: string;
}

/** Things of the server's site, each made anew at every call. */
export function maker(t: TestServer, { sender, owner }: Senders): Makes {
  const ok = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as = t.key) => {
    const answer = await t.call({ method, path, body, as });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const makeForm = async (more: Json = {}): Promise<{ id: string; formFields: Json[] }> => {
    const form = { namespace: NAMESPACE, name: `${PUBLIC} form`, spamFilterProtectionLevel: 'NONE', ...more };
    return (await ok('POST', '/v4/forms', { form })).form;
  };
  const mapped = { contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } } };
  const form = async (): Promise<string> => {
    const made = await makeForm({
      formFields: [text('name'), text('email', { format: 'EMAIL' }, mapped), fileField('files')],
      tags: { privateTags: { tagIds: [`${SECRET}-form-tag`] } },
      submissionPolicy: { notify: { owners: false, addresses: [`${SECRET}@notify.example`] } },
    });
    return made.id;
  };
  const values = { name: `${SECRET} Ada`, email: `${SECRET}@example.org` };
  const submit = async (more: Json = {}, as = sender, answers: Json = values): Promise<Thing> => {
    const formId = await form();
    const { submission } = await ok(
      'POST',
      '/v4/submissions',
      { submission: { formId, submissions: answers, ...more } },
      as,
    );
    return { id: submission.id, formId };
  };
  const staffed = {
    extendedFields: { namespaces: { '@a/b': { note: SECRET } } },
    tags: { privateTags: { tagIds: [SECRET] } },
  };
  const uploadUrl = async (formId: string): Promise<string> => {
    const body = { formId, filename: `${SECRET}.png`, mimeType: 'image/png' };
    return (await ok('POST', '/v4/submissions/media-upload-url', body, sender)).uploadUrl;
  };
  const file = async (): Promise<string> => {
    const formId = await form();
    const uploaded = (await put(t, await uploadUrl(formId), await somePicture)).body.file;
    const submission = { formId, submissions: { ...values, files: [named(uploaded)] } };
    await ok('POST', '/v4/submissions', { submission }, sender);
    return uploaded.id;
  };
  const webhook = async (): Promise<string> => {
    const asked = {
      url: `http://127.0.0.1:9/${SECRET}`,
      eventTypes: ['wix.forms.v4.form_disabled_form'],
      name: SECRET,
    };
    return (await ok('POST', '/portico/v1/webhooks', { webhook: asked }, owner)).webhook.webhookId;
  };
  const submission = () => submit(staffed, t.key);
  return {
    form,
    submission,
    file,
    webhook,
    trashedForm: async () => {
      const { id } = await makeForm({ name: `${SECRET} trashed`, formFields: [] });
      await ok('DELETE', `/v4/forms/${id}`);
      return id;
    },
    pending: () => submit({ status: 'PENDING', ...staffed }, t.key),
    trashed: async () => {
      const made = await submit();
      await ok('DELETE', `/v4/submissions/${made.id}`);
      return made;
    },
    report: async () => {
      const made = await submit();
      await ok('POST', `/v4/submissions/${made.id}/report-spam-submission`, { reportReasonDescription: SECRET });
      return made;
    },
    deletedField: async () => {
      const { id, formFields } = await makeForm({ formFields: [text('kept'), text('left')] });
      await ok('PATCH', `/v4/forms/${id}`, { form: { id, revision: '1', formFields: formFields.slice(0, 1) } });
      return { id: String(formFields[1]?.id), formId: id };
    },
    upload: async () =>
      pathOf(await uploadUrl(await form()))
        .split('/')
        .at(-1) as string,
    fileLink: async () => {
      const { url } = await ok('POST', `/portico/v1/files/${await file()}/link`, {});
      return pathOf(url).split('/').at(-1) as string;
    },
    documentLink: async () => {
      const { document } = await ok('GET', `/v4/submissions/${(await submission()).id}/document`);
      return pathOf(document.readyDetails.downloadUrl).split('/').at(-1) as string;
    },
    contact: async () => {
      const email = `${SECRET}-${Math.random().toString(36).slice(2)}@example.org`;
      const info = { name: { first: SECRET }, emails: { items: [{ email, tag: 'MAIN' }] } };
      return (await ok('POST', '/portico/v1/contacts', { info })).contact.id;
    },
    label: async () =>
      (await ok('POST', '/portico/v1/contact-labels', { label: { displayName: `${SECRET} ${Math.random()}` } })).label
        .key,
    delivery: async () => {
      const made = await webhook();
      return (await ok('POST', `/portico/v1/webhooks/${made}/test`, {}, owner)).delivery.deliveryId;
    },
  };
}

/** The same things at every call. */
export function remembered(makes: Makes): Makes {
  const known = new Map<string, unknown>();
  const entries = Object.entries(makes).map(([name, make]) => [
    name,
    () => {
      if (!known.has(name)) known.set(name, make());
      return known.get(name);
    },
  ]);
  return Object.fromEntries(entries) as unknown as Makes;
}
