/** Every call of forms, files, contacts and webhooks, on things of a site: who may make it, and what is sent. */
import { type Makes, NAMESPACE, type Thing } from './world.fixture.ts';

/**
 * Who may: `anyone` also without a token (what is signed says enough); `everybody` with a token of the site; else
 * whoever works on the site, from this role on.
 */
export type Level = 'anyone' | 'everybody' | 'viewer' | 'editor' | 'owner';

export interface Sent {
  /** of the path */
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly body?: Record<string, unknown>;
}

export interface Row {
  /** of the endpoint */
  readonly id: string;
  readonly as: Level;
  readonly sent: (of: Makes) => Promise<Sent>;
  readonly variant?: string;
}

const row = (id: string, as: Level, sent: Row['sent'] = async () => ({}), variant?: string): Row =>
  variant === undefined ? { id, as, sent } : { id, as, sent, variant };

const filter = { namespace: NAMESPACE };
const tags = { assignTags: { tags: { tagIds: ['x'] } }, unassignTags: { tags: { tagIds: ['y'] } } };
const extended = { namespace: '@a/b', namespaceData: { note: 1 } };
const text = (target: string) => ({
  fieldType: 'INPUT',
  inputOptions: {
    target,
    inputType: 'STRING',
    stringOptions: { componentType: 'TEXT_INPUT', validation: { maxLength: 9 } },
  },
});
const info = { name: { first: 'Eve' }, emails: { items: [{ tag: 'MAIN', email: 'eve@example.org' }] } };
const webhook = { url: 'http://127.0.0.1:9/', eventTypes: ['wix.forms.v4.form_updated'], name: 'Eve' };

const onForm =
  (body?: object) =>
  async (of: Makes): Promise<Sent> => {
    const formId = await of.form();
    return { params: { formId }, ...(body ? { body: { formId, ...body } } : {}) };
  };
const on =
  (kind: 'submission' | 'pending' | 'trashed', body?: (one: Thing) => Record<string, unknown>) =>
  async (of: Makes): Promise<Sent> => {
    const one = await of[kind]();
    return { params: { submissionId: one.id }, ...(body ? { body: body(one) } : {}) };
  };
const bulk =
  (kind: 'submission' | 'trashed', more: object = {}) =>
  async (of: Makes): Promise<Sent> => {
    const { id, formId } = await of[kind]();
    return { body: { formId, submissionIds: [id], ...more } };
  };
const onReport =
  (body?: object) =>
  async (of: Makes): Promise<Sent> => {
    const { id } = await of.report();
    return { params: { formSpamSubmissionReportId: id }, ...(body ? { body: { ...body } } : {}) };
  };
const onWebhook =
  (body?: Record<string, unknown>) =>
  async (of: Makes): Promise<Sent> => ({
    params: { webhookId: await of.webhook() },
    ...(body ? { body } : {}),
  });
const values = { name: 'Eve', email: 'eve@example.org' };

const forms: readonly Row[] = [
  row('forms.forms.create', 'editor', async () => ({
    body: { form: { name: 'Made', formFields: [text('a')], enabled: true } },
  })),
  row('forms.forms.bulkCreate', 'editor', async () => ({
    body: { forms: [{ name: 'Made', formFields: [text('a')] }], returnEntity: true },
  })),
  row('forms.forms.clone', 'editor', onForm({})),
  row('forms.forms.bulkClone', 'editor', async (of) => ({
    body: { formIds: [await of.form()], namespace: NAMESPACE, returnEntity: true },
  })),
  row('forms.forms.cloneFromTemplate', 'editor', async (of) => ({
    body: { namespace: NAMESPACE, templateId: await of.form() },
  })),
  row('forms.forms.get', 'everybody', onForm()),
  row('forms.forms.update', 'editor', async (of) => {
    const id = await of.form();
    return { params: { formId: id }, body: { form: { id, revision: '1', name: 'Changed', enabled: false } } };
  }),
  row('forms.forms.delete', 'editor', onForm()),
  row(
    'forms.forms.delete',
    'editor',
    async (of) => ({ ...(await onForm()(of)), search: 'permanent=true' }),
    'for good',
  ),
  row('forms.forms.bulkDelete', 'editor', async (of) => ({ body: { formIds: [await of.form()], permanent: true } })),
  row('forms.forms.list', 'everybody', async (of) => ({
    search: `namespace=${NAMESPACE}&formIds=${await of.form()}&fieldsets=NESTED_FORMS`,
  })),
  row('forms.forms.query', 'everybody', async (of) => ({
    body: { query: { filter: { ...filter, id: await of.form() } } },
  })),
  row('forms.forms.countByFilter', 'everybody', async (of) => ({
    body: { namespace: NAMESPACE, filter: { id: await of.form() } },
  })),
  row('forms.forms.count', 'editor', async () => ({ body: { namespace: NAMESPACE, fieldsets: ['DELETED'] } })),
  row('forms.fields.bulkRemoveDeleted', 'editor', async (of) => {
    const { id, formId } = await of.deletedField();
    return { body: { formId, fieldsIds: [id] } };
  }),
  row('forms.forms.updateExtendedFields', 'editor', onForm(extended)),
  row('forms.providersConfigs.list', 'everybody'),
  row('forms.forms.getSummary', 'everybody', onForm()),
  row('forms.forms.bulkUpdateTags', 'editor', async (of) => ({ body: { formIds: [await of.form()], ...tags } })),
  row('forms.forms.bulkUpdateTagsByFilter', 'editor', async (of) => ({
    body: { filter: { ...filter, id: await of.form() }, ...tags },
  })),
  row('forms.deletedForms.list', 'editor', async (of) => ({
    search: `namespace=${NAMESPACE}&formIds=${await of.trashedForm()}`,
  })),
  row('forms.deletedForms.query', 'editor', async (of) => ({
    body: { query: { filter: { ...filter, id: await of.trashedForm() } } },
  })),
  row('forms.deletedForms.get', 'editor', async (of) => ({ params: { formId: await of.trashedForm() } })),
  row('forms.deletedForms.restore', 'editor', async (of) => ({ params: { formId: await of.trashedForm() }, body: {} })),
  row('forms.deletedForms.remove', 'editor', async (of) => ({ params: { formId: await of.trashedForm() } })),
  row('forms.deletedForms.count', 'editor', async (of) => ({
    body: { namespace: NAMESPACE, filter: { id: await of.trashedForm() } },
  })),
  row('forms.restrictions.get', 'editor'),
  row('forms.siteProperties.get', 'everybody'),
  row('forms.addressTemplates.list', 'everybody'),
];

const submissions: readonly Row[] = [
  row('forms.submissions.create', 'everybody', async (of) => ({
    body: {
      submission: {
        formId: await of.form(),
        submissions: values,
        tags: { tags: { tagIds: ['x'] } },
        extendedFields: { namespaces: { '@a/b': { c: 1 } } },
        appointmentDetails: { staffMemberName: 'Eve' },
      },
      additionalMetadata: { porticoHoneypot: [''] },
    },
  })),
  row('forms.submissions.validate', 'everybody', async (of) => ({
    body: { submission: { formId: await of.form(), submissions: values }, fieldsToValidate: ['name'] },
  })),
  row('forms.submissions.get', 'viewer', on('submission')),
  row(
    'forms.submissions.update',
    'editor',
    on('submission', ({ id, formId }) => ({
      submission: { id, formId, revision: '1', submissions: { name: 'Changed' }, seen: true, status: 'CONFIRMED' },
      mask: 'submissions.name,seen,status',
    })),
  ),
  row(
    'forms.submissions.confirm',
    'editor',
    on('pending', ({ id }) => ({ submissionId: id })),
  ),
  row('forms.submissions.delete', 'editor', on('submission')),
  row(
    'forms.submissions.delete',
    'editor',
    async (of) => ({ ...(await on('submission')(of)), search: 'permanent=true' }),
    'for good',
  ),
  row('forms.submissions.bulkDelete', 'editor', bulk('submission', { permanent: true })),
  row('forms.submissions.query', 'viewer', async (of) => ({
    body: { query: { filter: { ...filter, formId: (await of.submission()).formId } } },
  })),
  row('forms.submissions.queryByNamespace', 'viewer', async (of) => ({
    body: {
      query: {
        filter: { $and: [filter, { id: (await of.submission()).id }] },
        sort: [{ fieldName: 'seen', order: 'ASC' }],
        cursorPaging: { limit: 2 },
      },
    },
  })),
  row(
    'forms.submissions.queryByNamespace',
    'everybody',
    async (of) => ({
      body: { query: { filter: { ...filter, formId: (await of.submission()).formId } }, onlyYourOwn: true },
    }),
    'one’s own',
  ),
  row('forms.submissions.searchByNamespace', 'viewer', async (of) => ({
    body: {
      search: {
        filter: { ...filter, formId: (await of.submission()).formId },
        search: { expression: 'ada', mode: 'AND', fuzzy: true },
        sort: [{ fieldName: 'createdDate', order: 'DESC' }],
      },
    },
  })),
  row(
    'forms.submissions.searchByNamespace',
    'everybody',
    async (of) => ({
      body: {
        search: {
          filter: { ...filter, formId: (await of.submission()).formId },
          search: { expression: 'ada', fuzzy: true },
        },
        onlyYourOwn: true,
      },
    }),
    'one’s own',
  ),
  row('forms.submissions.count', 'viewer', async (of) => ({
    body: { formIds: [(await of.submission()).formId], namespace: NAMESPACE, statuses: ['CONFIRMED'] },
  })),
  row('forms.submissions.countByFilter', 'viewer', async (of) => ({
    body: { filter: { ...filter, formId: (await of.submission()).formId }, search: { expression: 'ada' } },
  })),
  row('forms.submissions.bulkMarkAsSeen', 'editor', async (of) => {
    const { id, formId } = await of.submission();
    return { body: { ids: [id], formId } };
  }),
  row('forms.submissions.export', 'viewer', async (of) => ({ params: { formId: (await of.submission()).formId } })),
  row('forms.submissions.getMediaUploadUrl', 'everybody', async (of) => ({
    body: { formId: await of.form(), filename: 'a.txt', mimeType: 'text/plain' },
  })),
  row('forms.submissions.getDocument', 'viewer', on('submission')),
  row('forms.submissions.openDocument', 'anyone', async (of) => ({ params: { link: await of.documentLink() } })),
  row('forms.submissions.download', 'viewer', on('submission')),
  row('forms.submissions.getFormatted', 'viewer', on('submission')),
  row(
    'forms.submissions.updateExtendedFields',
    'editor',
    on('submission', () => extended),
  ),
  row('forms.submissions.bulkUpdateTags', 'editor', bulk('submission', tags)),
  row('forms.submissions.bulkUpdateTagsByFilter', 'editor', async (of) => ({
    body: { filter: { ...filter, id: (await of.submission()).id }, ...tags },
  })),
  row('forms.submissions.upsertContact', 'editor', async (of) => ({
    body: { submissionId: (await of.submission()).id, emailVerified: true },
  })),
  row('forms.deletedSubmissions.list', 'viewer', async (of) => {
    const { id, formId } = await of.trashed();
    return { search: `formId=${formId}&submissionIds=${id}` };
  }),
  row('forms.deletedSubmissions.get', 'viewer', on('trashed')),
  row(
    'forms.deletedSubmissions.restore',
    'editor',
    on('trashed', ({ id }) => ({ submissionId: id })),
  ),
  row('forms.deletedSubmissions.remove', 'editor', on('trashed')),
  row('forms.deletedSubmissions.bulkRemove', 'editor', bulk('trashed')),
  row('forms.deletedSubmissions.count', 'viewer', async (of) => ({
    body: { formIds: [(await of.trashed()).formId], namespace: NAMESPACE },
  })),
];

const spam: readonly Row[] = [
  row('forms.forms.getTicket', 'everybody', onForm()),
  row('forms.spamReports.check', 'viewer', async (of) => ({
    body: { submission: { formId: await of.form(), submissions: values } },
  })),
  row('forms.spamReports.create', 'editor', async (of) => ({
    body: { formSpamSubmissionReport: { formId: await of.form(), submissions: values, reportReason: 'AI_REPORTED' } },
  })),
  row('forms.spamReports.get', 'viewer', onReport()),
  row('forms.spamReports.delete', 'editor', onReport()),
  row(
    'forms.submissions.reportSpam',
    'editor',
    on('submission', () => ({ reportReason: 'MANUALLY_REPORTED' })),
  ),
  row('forms.submissions.bulkReportSpam', 'editor', bulk('submission', { returnEntity: true })),
  row('forms.spamReports.reportNotSpam', 'editor', onReport({})),
  row('forms.spamReports.bulkReportNotSpam', 'editor', async (of) => {
    const { id, formId } = await of.report();
    return { body: { formId, formSpamSubmissionReportIds: [id], returnEntity: true } };
  }),
  row('forms.spamReports.bulkDelete', 'editor', async (of) => {
    const { id, formId } = await of.report();
    return { body: { formId, formSpamSubmissionReportIds: [id] } };
  }),
  row('forms.spamReports.deleteByFilter', 'editor', async (of) => ({
    body: { filter: { ...filter, id: (await of.report()).id } },
  })),
  row('forms.spamReports.query', 'viewer', async (of) => ({
    body: { query: { filter: { ...filter, id: (await of.report()).id } } },
  })),
  row('forms.spamReports.count', 'viewer', async (of) => ({
    body: { formIds: [(await of.report()).formId], namespace: NAMESPACE },
  })),
];

const others: readonly Row[] = [
  row('media.files.upload', 'anyone', async (of) => ({ params: { upload: await of.upload() } })),
  row('media.files.download', 'viewer', async (of) => ({ params: { fileId: await of.file() } })),
  row('media.files.thumbnail', 'viewer', async (of) => ({ params: { fileId: await of.file() } })),
  row('media.files.link', 'viewer', async (of) => ({ params: { fileId: await of.file() }, body: {} })),
  row('media.files.openLink', 'anyone', async (of) => ({ params: { link: await of.fileLink() } })),
  row('contacts.contacts.list', 'viewer', async () => ({ search: 'search=qzsecret&limit=1&sort=NAME_ASC' })),
  row('contacts.contacts.create', 'editor', async () => ({ body: { info } })),
  row('contacts.contacts.get', 'viewer', async (of) => ({ params: { contactId: await of.contact() } })),
  row('contacts.contacts.update', 'editor', async (of) => ({
    params: { contactId: await of.contact() },
    body: { contact: { revision: '1', info: { company: 'Eve' } } },
  })),
  row('contacts.contacts.delete', 'editor', async (of) => ({ params: { contactId: await of.contact() } })),
  row('contacts.labels.list', 'viewer'),
  row('contacts.labels.create', 'editor', async () => ({ body: { label: { displayName: 'Eve' } } })),
  row('contacts.labels.delete', 'editor', async (of) => ({ params: { key: await of.label() } })),
  row('contacts.v4.create', 'editor', async () => ({ body: { info, allowDuplicates: true } })),
  row('contacts.v4.get', 'viewer', async (of) => ({ params: { contactId: await of.contact() } })),
  row('contacts.v4.update', 'editor', async (of) => ({
    params: { contactId: await of.contact() },
    body: { revision: 1, info: { company: 'Eve' } },
  })),
  row('contacts.v4.delete', 'editor', async (of) => ({ params: { contactId: await of.contact() } })),
  row('contacts.v4.list', 'viewer', async () => ({ search: 'paging.limit=2' })),
  row('contacts.v4.query', 'viewer', async () => ({ body: { query: { filter: {}, paging: { limit: 1 } } } })),
  row('contacts.v4.label', 'editor', async (of) => ({
    params: { contactId: await of.contact() },
    body: { labelKeys: [await of.label()] },
  })),
  row('contacts.v4.unlabel', 'editor', async (of) => ({
    params: { contactId: await of.contact() },
    search: 'labelKeys=custom.nothing',
  })),
  row('contacts.labelsV4.findOrCreate', 'editor', async () => ({ body: { displayName: 'Eve' } })),
  row('contacts.labelsV4.get', 'viewer', async (of) => ({ params: { key: await of.label() } })),
  row('contacts.labelsV4.delete', 'editor', async (of) => ({ params: { key: await of.label() } })),
  row('contacts.labelsV4.list', 'viewer', async () => ({ search: 'startsWith=q' })),
  row('contacts.labelsV4.query', 'viewer', async () => ({ body: {} })),
  row('contacts.v5.create', 'editor', async () => ({
    body: { contact: { name: { first: 'Eve' }, email: { email: 'eve@example.org' } }, allowDuplicates: true },
  })),
  row('contacts.v5.get', 'viewer', async (of) => ({ params: { contactId: await of.contact() } })),
  row('contacts.v5.query', 'viewer', async () => ({ search: 'query.cursorPaging.limit=1' })),
  row('contacts.v5.search', 'viewer', async () => ({ search: 'search.search.expression=qzsecret' })),
  row('contacts.v5.updateTags', 'editor', async (of) => ({
    params: { contactId: await of.contact() },
    body: { unassignTags: { privateTags: { tagIds: ['custom.nothing'] } } },
  })),
  row('events.webhooks.create', 'owner', async () => ({ body: { webhook } })),
  row('events.webhooks.list', 'owner'),
  row('events.webhooks.get', 'owner', onWebhook()),
  row('events.webhooks.update', 'owner', onWebhook({ webhook: { name: 'Eve', enabled: false, format: 'STANDARD' } })),
  row('events.webhooks.delete', 'owner', onWebhook()),
  row('events.webhooks.rotateSecret', 'owner', onWebhook({})),
  row('events.webhooks.test', 'owner', onWebhook({})),
  row('events.webhookDeliveries.list', 'owner', async (of) => ({ search: `webhookId=${await of.webhook()}&limit=5` })),
  row('events.webhookDeliveries.get', 'owner', async (of) => ({ params: { deliveryId: await of.delivery() } })),
  row('events.webhookDeliveries.redeliver', 'owner', async (of) => ({
    params: { deliveryId: await of.delivery() },
    body: {},
  })),
  row('events.activity.get', 'viewer', async () => ({ search: 'days=2' })),
];

export const ROWS: readonly Row[] = [...forms, ...submissions, ...spam, ...others];
