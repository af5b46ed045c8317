/**
 * Creates the content that test calls refer to. Every text that callers without permission must not see contains a
 * marker.
 */
import sharp from 'sharp';
import type { TestServer } from '../../testing/index.ts';
import { fileField, fileValueOf, pathOf, put } from './files.ts';
import { text } from './sample-forms.ts';

/** Marks texts that only staff may see: values, file names, contacts, webhooks, settings of the owner. */
export const SECRET = 'qzsecret';
/** Marks texts that visitors may see, too. */
export const PUBLIC = 'qzpublic';
export const NAMESPACE = 'wix.form_app.form';

type Json = Record<string, unknown>;

/** An entity that belongs to a form. Calls refer to it by both ids. */
export interface FormEntity {
  readonly id: string;
  readonly formId: string;
}

type EntityName = 'form' | 'trashedForm' | 'contact' | 'label' | 'webhook' | 'delivery';
type SignedUrlName = 'upload' | 'fileLink' | 'documentLink';
/** Functions that create content and return the ids by which calls refer to it. */
export type Makers = {
  readonly [K in EntityName | 'file' | SignedUrlName]: () => Promise<string>;
} & {
  readonly [K in 'submission' | 'pending' | 'trashed' | 'report' | 'deletedField']: () => Promise<FormEntity>;
};

/** An id that no entity has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';

export const somePicture: Promise<Buffer> = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const nothing = { id: UNKNOWN_ID, formId: UNKNOWN_ID };
const id = async () => UNKNOWN_ID;
const formEntity = async () => nothing;

/** Creates nothing and returns ids that do not exist. */
export const unknownIds: Makers = {
  form: id,
  trashedForm: id,
  contact: id,
  webhook: id,
  delivery: id,
  file: id,
  upload: async () => `s.${UNKNOWN_ID}.x`,
  fileLink: async () => `s.${UNKNOWN_ID}.file.4102444800.x`,
  documentLink: async () => `s.${UNKNOWN_ID}.4102444800.x`,
  label: async () => 'custom.nothing',
  submission: formEntity,
  pending: formEntity,
  trashed: formEntity,
  report: formEntity,
  deletedField: formEntity,
};

interface MakerTokens {
  /** Token of the visitor who makes submissions. Other visitors must not see these submissions. */
  readonly sender: string;
  readonly owner: string;
}

/** Creates content in the server's site, new content with every call. */
export function createMakers(t: TestServer, { sender, owner }: MakerTokens): Makers {
  const callSuccessfully = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    as = t.key,
  ) => {
    const response = await t.call({ method, path, body, as });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.text}`);
    return response.body;
  };
  const makeForm = async (more: Json = {}): Promise<{ id: string; formFields: Json[] }> => {
    const form = { namespace: NAMESPACE, name: `${PUBLIC} form`, spamFilterProtectionLevel: 'NONE', ...more };
    return (await callSuccessfully('POST', '/v4/forms', { form })).form;
  };
  const emailMapping = { contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } } };
  const form = async (): Promise<string> => {
    const formResponse = await makeForm({
      formFields: [text('name'), text('email', { format: 'EMAIL' }, emailMapping), fileField('files')],
      tags: { privateTags: { tagIds: [`${SECRET}-form-tag`] } },
      submissionPolicy: { notify: { owners: false, addresses: [`${SECRET}@notify.example`] } },
    });
    return formResponse.id;
  };
  const values = { name: `${SECRET} Ada`, email: `${SECRET}@example.org` };
  const submit = async (more: Json = {}, as = sender, answers: Json = values): Promise<FormEntity> => {
    const formId = await form();
    const { submission } = await callSuccessfully(
      'POST',
      '/v4/submissions',
      { submission: { formId, submissions: answers, ...more } },
      as,
    );
    return { id: submission.id, formId };
  };
  const staffOnlyFields = {
    extendedFields: { namespaces: { '@a/b': { note: SECRET } } },
    tags: { privateTags: { tagIds: [SECRET] } },
  };
  const uploadUrl = async (formId: string): Promise<string> => {
    const body = { formId, filename: `${SECRET}.png`, mimeType: 'image/png' };
    return (await callSuccessfully('POST', '/v4/submissions/media-upload-url', body, sender)).uploadUrl;
  };
  const file = async (): Promise<string> => {
    const formId = await form();
    const uploaded = (await put(t, await uploadUrl(formId), await somePicture)).body.file;
    const submission = { formId, submissions: { ...values, files: [fileValueOf(uploaded)] } };
    await callSuccessfully('POST', '/v4/submissions', { submission }, sender);
    return uploaded.id;
  };
  const webhook = async (): Promise<string> => {
    const input = {
      url: `http://127.0.0.1:9/${SECRET}`,
      eventTypes: ['wix.forms.v4.form_disabled_form'],
      name: SECRET,
    };
    return (await callSuccessfully('POST', '/portico/v1/webhooks', { webhook: input }, owner)).webhook.webhookId;
  };
  const submission = () => submit(staffOnlyFields, t.key);
  return {
    form,
    submission,
    file,
    webhook,
    trashedForm: async () => {
      const { id } = await makeForm({ name: `${SECRET} trashed`, formFields: [] });
      await callSuccessfully('DELETE', `/v4/forms/${id}`);
      return id;
    },
    pending: () => submit({ status: 'PENDING', ...staffOnlyFields }, t.key),
    trashed: async () => {
      const entity = await submit();
      await callSuccessfully('DELETE', `/v4/submissions/${entity.id}`);
      return entity;
    },
    report: async () => {
      const entity = await submit();
      await callSuccessfully('POST', `/v4/submissions/${entity.id}/report-spam-submission`, {
        reportReasonDescription: SECRET,
      });
      return entity;
    },
    deletedField: async () => {
      const { id, formFields } = await makeForm({ formFields: [text('first'), text('second')] });
      await callSuccessfully('PATCH', `/v4/forms/${id}`, {
        form: { id, revision: '1', formFields: formFields.slice(0, 1) },
      });
      return { id: String(formFields[1]?.id), formId: id };
    },
    upload: async () =>
      pathOf(await uploadUrl(await form()))
        .split('/')
        .at(-1) as string,
    fileLink: async () => {
      const { url } = await callSuccessfully('POST', `/portico/v1/files/${await file()}/link`, {});
      return pathOf(url).split('/').at(-1) as string;
    },
    documentLink: async () => {
      const { document } = await callSuccessfully('GET', `/v4/submissions/${(await submission()).id}/document`);
      return pathOf(document.readyDetails.downloadUrl).split('/').at(-1) as string;
    },
    contact: async () => {
      const email = `${SECRET}-${Math.random().toString(36).slice(2)}@example.org`;
      const info = { name: { first: SECRET }, emails: { items: [{ email, tag: 'MAIN' }] } };
      return (await callSuccessfully('POST', '/portico/v1/contacts', { info })).contact.id;
    },
    label: async () =>
      (
        await callSuccessfully('POST', '/portico/v1/contact-labels', {
          label: { displayName: `${SECRET} ${Math.random()}` },
        })
      ).label.key,
    delivery: async () => {
      const webhookId = await webhook();
      return (await callSuccessfully('POST', `/portico/v1/webhooks/${webhookId}/test`, {}, owner)).delivery.deliveryId;
    },
  };
}

/** Creates content with the first call only, and returns the same ids afterwards. */
export function memoize(makers: Makers): Makers {
  const known = new Map<string, unknown>();
  const entries = Object.entries(makers).map(([name, make]) => [
    name,
    () => {
      if (!known.has(name)) known.set(name, make());
      return known.get(name);
    },
  ]);
  return Object.fromEntries(entries) as unknown as Makers;
}
