/**
 * Every call of forms, files, contacts and webhooks, with its permissions and a valid request. The file is long because
 * it is one table, which a test compares with the contract.
 */
import { type FormEntity, type Makers, NAMESPACE } from './site-content.ts';

/**
 * The callers who may make a call. `anyone` needs no token, because the URL is signed; `everybody` needs a token of the
 * site. A role stands for all staff with at least the rights of that role.
 */
export type Level = 'anyone' | 'everybody' | 'viewer' | 'editor' | 'owner';

export interface CallInput {
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly body?: Record<string, unknown>;
}

export interface Row {
  /** Id of the endpoint. */
  readonly id: string;
  readonly minimum: Level;
  readonly input: (create: Makers) => Promise<CallInput>;
  readonly variant?: string;
}

const row = (id: string, minimum: Level, input: Row['input'] = async () => ({}), variant?: string): Row =>
  variant === undefined ? { id, minimum, input } : { id, minimum, input, variant };

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
  async (create: Makers): Promise<CallInput> => {
    const formId = await create.form();
    return { params: { formId }, ...(body ? { body: { formId, ...body } } : {}) };
  };
const on =
  (kind: 'submission' | 'pending' | 'trashed', body?: (one: FormEntity) => Record<string, unknown>) =>
  async (create: Makers): Promise<CallInput> => {
    const one = await create[kind]();
    return { params: { submissionId: one.id }, ...(body ? { body: body(one) } : {}) };
  };
const bulk =
  (kind: 'submission' | 'trashed', more: object = {}) =>
  async (create: Makers): Promise<CallInput> => {
    const { id, formId } = await create[kind]();
    return { body: { formId, submissionIds: [id], ...more } };
  };
const onReport =
  (body?: object) =>
  async (create: Makers): Promise<CallInput> => {
    const { id } = await create.report();
    return { params: { formSpamSubmissionReportId: id }, ...(body ? { body: { ...body } } : {}) };
  };
const onWebhook =
  (body?: Record<string, unknown>) =>
  async (create: Makers): Promise<CallInput> => ({
    params: { webhookId: await create.webhook() },
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
  row('forms.forms.bulkClone', 'editor', async (create) => ({
    body: { formIds: [await create.form()], namespace: NAMESPACE, returnEntity: true },
  })),
  row('forms.forms.cloneFromTemplate', 'editor', async (create) => ({
    body: { namespace: NAMESPACE, templateId: await create.form() },
  })),
  row('forms.forms.get', 'everybody', onForm()),
  row('forms.forms.update', 'editor', async (create) => {
    const id = await create.form();
    return { params: { formId: id }, body: { form: { id, revision: '1', name: 'Changed', enabled: false } } };
  }),
  row('forms.forms.delete', 'editor', onForm()),
  row(
    'forms.forms.delete',
    'editor',
    async (create) => ({ ...(await onForm()(create)), search: 'permanent=true' }),
    'permanently',
  ),
  row('forms.forms.bulkDelete', 'editor', async (create) => ({
    body: { formIds: [await create.form()], permanent: true },
  })),
  row('forms.forms.list', 'everybody', async (create) => ({
    search: `namespace=${NAMESPACE}&formIds=${await create.form()}&fieldsets=NESTED_FORMS`,
  })),
  row('forms.forms.query', 'everybody', async (create) => ({
    body: { query: { filter: { ...filter, id: await create.form() } } },
  })),
  row('forms.forms.countByFilter', 'everybody', async (create) => ({
    body: { namespace: NAMESPACE, filter: { id: await create.form() } },
  })),
  row('forms.forms.count', 'editor', async () => ({ body: { namespace: NAMESPACE, fieldsets: ['DELETED'] } })),
  row('forms.fields.bulkRemoveDeleted', 'editor', async (create) => {
    const { id, formId } = await create.deletedField();
    return { body: { formId, fieldsIds: [id] } };
  }),
  row('forms.forms.updateExtendedFields', 'editor', onForm(extended)),
  row('forms.providersConfigs.list', 'everybody'),
  row('forms.forms.getSummary', 'everybody', onForm()),
  row('forms.forms.bulkUpdateTags', 'editor', async (create) => ({
    body: { formIds: [await create.form()], ...tags },
  })),
  row('forms.forms.bulkUpdateTagsByFilter', 'editor', async (create) => ({
    body: { filter: { ...filter, id: await create.form() }, ...tags },
  })),
  row('forms.deletedForms.list', 'editor', async (create) => ({
    search: `namespace=${NAMESPACE}&formIds=${await create.trashedForm()}`,
  })),
  row('forms.deletedForms.query', 'editor', async (create) => ({
    body: { query: { filter: { ...filter, id: await create.trashedForm() } } },
  })),
  row('forms.deletedForms.get', 'editor', async (create) => ({ params: { formId: await create.trashedForm() } })),
  row('forms.deletedForms.restore', 'editor', async (create) => ({
    params: { formId: await create.trashedForm() },
    body: {},
  })),
  row('forms.deletedForms.remove', 'editor', async (create) => ({ params: { formId: await create.trashedForm() } })),
  row('forms.deletedForms.count', 'editor', async (create) => ({
    body: { namespace: NAMESPACE, filter: { id: await create.trashedForm() } },
  })),
  row('forms.restrictions.get', 'editor'),
  row('forms.siteProperties.get', 'everybody'),
  row('forms.addressTemplates.list', 'everybody'),
];

const submissions: readonly Row[] = [
  row('forms.submissions.create', 'everybody', async (create) => ({
    body: {
      submission: {
        formId: await create.form(),
        submissions: values,
        tags: { tags: { tagIds: ['x'] } },
        extendedFields: { namespaces: { '@a/b': { c: 1 } } },
        appointmentDetails: { staffMemberName: 'Eve' },
      },
      additionalMetadata: { porticoHoneypot: [''] },
    },
  })),
  row('forms.submissions.validate', 'everybody', async (create) => ({
    body: { submission: { formId: await create.form(), submissions: values }, fieldsToValidate: ['name'] },
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
    async (create) => ({ ...(await on('submission')(create)), search: 'permanent=true' }),
    'permanently',
  ),
  row('forms.submissions.bulkDelete', 'editor', bulk('submission', { permanent: true })),
  row('forms.submissions.query', 'viewer', async (create) => ({
    body: { query: { filter: { ...filter, formId: (await create.submission()).formId } } },
  })),
  row('forms.submissions.queryByNamespace', 'viewer', async (create) => ({
    body: {
      query: {
        filter: { $and: [filter, { id: (await create.submission()).id }] },
        sort: [{ fieldName: 'seen', order: 'ASC' }],
        cursorPaging: { limit: 2 },
      },
    },
  })),
  row(
    'forms.submissions.queryByNamespace',
    'everybody',
    async (create) => ({
      body: { query: { filter: { ...filter, formId: (await create.submission()).formId } }, onlyYourOwn: true },
    }),
    'own submissions',
  ),
  row('forms.submissions.searchByNamespace', 'viewer', async (create) => ({
    body: {
      search: {
        filter: { ...filter, formId: (await create.submission()).formId },
        search: { expression: 'ada', mode: 'AND', fuzzy: true },
        sort: [{ fieldName: 'createdDate', order: 'DESC' }],
      },
    },
  })),
  row(
    'forms.submissions.searchByNamespace',
    'everybody',
    async (create) => ({
      body: {
        search: {
          filter: { ...filter, formId: (await create.submission()).formId },
          search: { expression: 'ada', fuzzy: true },
        },
        onlyYourOwn: true,
      },
    }),
    'own submissions',
  ),
  row('forms.submissions.count', 'viewer', async (create) => ({
    body: { formIds: [(await create.submission()).formId], namespace: NAMESPACE, statuses: ['CONFIRMED'] },
  })),
  row('forms.submissions.countByFilter', 'viewer', async (create) => ({
    body: { filter: { ...filter, formId: (await create.submission()).formId }, search: { expression: 'ada' } },
  })),
  row('forms.submissions.bulkMarkAsSeen', 'editor', async (create) => {
    const { id, formId } = await create.submission();
    return { body: { ids: [id], formId } };
  }),
  row('forms.submissions.export', 'viewer', async (create) => ({
    params: { formId: (await create.submission()).formId },
  })),
  row('forms.submissions.getMediaUploadUrl', 'everybody', async (create) => ({
    body: { formId: await create.form(), filename: 'a.txt', mimeType: 'text/plain' },
  })),
  row('forms.submissions.getDocument', 'viewer', on('submission')),
  row('forms.submissions.openDocument', 'anyone', async (create) => ({
    params: { link: await create.documentLink() },
  })),
  row('forms.submissions.download', 'viewer', on('submission')),
  row('forms.submissions.getFormatted', 'viewer', on('submission')),
  row(
    'forms.submissions.updateExtendedFields',
    'editor',
    on('submission', () => extended),
  ),
  row('forms.submissions.bulkUpdateTags', 'editor', bulk('submission', tags)),
  row('forms.submissions.bulkUpdateTagsByFilter', 'editor', async (create) => ({
    body: { filter: { ...filter, id: (await create.submission()).id }, ...tags },
  })),
  row('forms.submissions.upsertContact', 'editor', async (create) => ({
    body: { submissionId: (await create.submission()).id, emailVerified: true },
  })),
  row('forms.deletedSubmissions.list', 'viewer', async (create) => {
    const { id, formId } = await create.trashed();
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
  row('forms.deletedSubmissions.count', 'viewer', async (create) => ({
    body: { formIds: [(await create.trashed()).formId], namespace: NAMESPACE },
  })),
];

const spam: readonly Row[] = [
  row('forms.forms.getTicket', 'everybody', onForm()),
  row('forms.spamReports.check', 'viewer', async (create) => ({
    body: { submission: { formId: await create.form(), submissions: values } },
  })),
  row('forms.spamReports.create', 'editor', async (create) => ({
    body: {
      formSpamSubmissionReport: { formId: await create.form(), submissions: values, reportReason: 'AI_REPORTED' },
    },
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
  row('forms.spamReports.bulkReportNotSpam', 'editor', async (create) => {
    const { id, formId } = await create.report();
    return { body: { formId, formSpamSubmissionReportIds: [id], returnEntity: true } };
  }),
  row('forms.spamReports.bulkDelete', 'editor', async (create) => {
    const { id, formId } = await create.report();
    return { body: { formId, formSpamSubmissionReportIds: [id] } };
  }),
  row('forms.spamReports.deleteByFilter', 'editor', async (create) => ({
    body: { filter: { ...filter, id: (await create.report()).id } },
  })),
  row('forms.spamReports.query', 'viewer', async (create) => ({
    body: { query: { filter: { ...filter, id: (await create.report()).id } } },
  })),
  row('forms.spamReports.count', 'viewer', async (create) => ({
    body: { formIds: [(await create.report()).formId], namespace: NAMESPACE },
  })),
];

const others: readonly Row[] = [
  row('media.files.upload', 'anyone', async (create) => ({ params: { upload: await create.upload() } })),
  row('media.files.download', 'viewer', async (create) => ({ params: { fileId: await create.file() } })),
  row('media.files.thumbnail', 'viewer', async (create) => ({ params: { fileId: await create.file() } })),
  row('media.files.link', 'viewer', async (create) => ({ params: { fileId: await create.file() }, body: {} })),
  row('media.files.openLink', 'anyone', async (create) => ({ params: { link: await create.fileLink() } })),
  row('contacts.contacts.list', 'viewer', async () => ({ search: 'search=qzsecret&limit=1&sort=NAME_ASC' })),
  row('contacts.contacts.create', 'editor', async () => ({ body: { info } })),
  row('contacts.contacts.get', 'viewer', async (create) => ({ params: { contactId: await create.contact() } })),
  row('contacts.contacts.update', 'editor', async (create) => ({
    params: { contactId: await create.contact() },
    body: { contact: { revision: '1', info: { company: 'Eve' } } },
  })),
  row('contacts.contacts.delete', 'editor', async (create) => ({ params: { contactId: await create.contact() } })),
  row('contacts.labels.list', 'viewer'),
  row('contacts.labels.create', 'editor', async () => ({ body: { label: { displayName: 'Eve' } } })),
  row('contacts.labels.delete', 'editor', async (create) => ({ params: { key: await create.label() } })),
  row('contacts.v4.create', 'editor', async () => ({ body: { info, allowDuplicates: true } })),
  row('contacts.v4.get', 'viewer', async (create) => ({ params: { contactId: await create.contact() } })),
  row('contacts.v4.update', 'editor', async (create) => ({
    params: { contactId: await create.contact() },
    body: { revision: 1, info: { company: 'Eve' } },
  })),
  row('contacts.v4.delete', 'editor', async (create) => ({ params: { contactId: await create.contact() } })),
  row('contacts.v4.list', 'viewer', async () => ({ search: 'paging.limit=2' })),
  row('contacts.v4.query', 'viewer', async () => ({ body: { query: { filter: {}, paging: { limit: 1 } } } })),
  row('contacts.v4.label', 'editor', async (create) => ({
    params: { contactId: await create.contact() },
    body: { labelKeys: [await create.label()] },
  })),
  row('contacts.v4.unlabel', 'editor', async (create) => ({
    params: { contactId: await create.contact() },
    search: 'labelKeys=custom.nothing',
  })),
  row('contacts.labelsV4.findOrCreate', 'editor', async () => ({ body: { displayName: 'Eve' } })),
  row('contacts.labelsV4.get', 'viewer', async (create) => ({ params: { key: await create.label() } })),
  row('contacts.labelsV4.delete', 'editor', async (create) => ({ params: { key: await create.label() } })),
  row('contacts.labelsV4.list', 'viewer', async () => ({ search: 'startsWith=q' })),
  row('contacts.labelsV4.query', 'viewer', async () => ({ body: {} })),
  row('contacts.v5.create', 'editor', async () => ({
    body: { contact: { name: { first: 'Eve' }, email: { email: 'eve@example.org' } }, allowDuplicates: true },
  })),
  row('contacts.v5.get', 'viewer', async (create) => ({ params: { contactId: await create.contact() } })),
  row('contacts.v5.query', 'viewer', async () => ({ search: 'query.cursorPaging.limit=1' })),
  row('contacts.v5.search', 'viewer', async () => ({ search: 'search.search.expression=qzsecret' })),
  row('contacts.v5.updateTags', 'editor', async (create) => ({
    params: { contactId: await create.contact() },
    body: { unassignTags: { privateTags: { tagIds: ['custom.nothing'] } } },
  })),
  row('events.webhooks.create', 'owner', async () => ({ body: { webhook } })),
  row('events.webhooks.list', 'owner'),
  row('events.webhooks.get', 'owner', onWebhook()),
  row('events.webhooks.update', 'owner', onWebhook({ webhook: { name: 'Eve', enabled: false, format: 'STANDARD' } })),
  row('events.webhooks.delete', 'owner', onWebhook()),
  row('events.webhooks.rotateSecret', 'owner', onWebhook({})),
  row('events.webhooks.test', 'owner', onWebhook({})),
  row('events.webhookDeliveries.list', 'owner', async (create) => ({
    search: `webhookId=${await create.webhook()}&limit=5`,
  })),
  row('events.webhookDeliveries.get', 'owner', async (create) => ({ params: { deliveryId: await create.delivery() } })),
  row('events.webhookDeliveries.redeliver', 'owner', async (create) => ({
    params: { deliveryId: await create.delivery() },
    body: {},
  })),
  row('events.activity.get', 'viewer', async () => ({ search: 'days=2' })),
];

export const ROWS: readonly Row[] = [...forms, ...submissions, ...spam, ...others];
