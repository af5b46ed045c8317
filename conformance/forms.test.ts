/** Tests every call of the vendor's unmodified forms module for each kind of caller. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { contactForm, text } from '../server/src/forms/testing/sample-forms.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { type FormsClient, newFormsAdmin, newFormsMember, newFormsVisitor, outcomeOf } from './support/forms.ts';

let t: TestServer;
let restore: () => void;
let admin: FormsClient;
let visitor: FormsClient;

const NAMESPACE = 'wix.form_app.form';
const QUIZ = 'wix.achievements.quizzes.v1.quiz';

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  admin = newFormsAdmin(t);
  visitor = newFormsVisitor(t);
});
afterAll(async () => {
  restore();
  await t.stop();
});

type CreatedForm = { _id: string; name: string; revision: string; formFields: { _id: string }[] };
type Json = Record<string, unknown>;

/** Converts `id` to `_id`, as the client sends it. */
const toClientField = (field: Json) => {
  const { id, ...rest } = field;
  return { _id: id, ...rest };
};
const createForm = async (form: Json = {}): Promise<CreatedForm> =>
  (await admin.forms.createForm({
    name: 'Plain',
    namespace: NAMESPACE,
    formFields: [toClientField(text('a')), toClientField(text('b'))],
    ...form,
  } as never)) as never;
const createTrashedForm = async (form: Json = {}): Promise<string> => {
  const { _id } = await createForm(form);
  await admin.forms.deleteForm(_id);
  return _id;
};
const idsOf = (list: readonly { _id?: string | null }[] | undefined) => list?.map((one) => one._id);
const codes = (response: unknown) =>
  (response as { results: { itemMetadata: { success: boolean; error?: { code: string } } }[] }).results.map(
    ({ itemMetadata }) => itemMetadata.error?.code ?? itemMetadata.success,
  );
const tagsOf = (...tagIds: string[]) => ({ tags: { tagIds } });
/** Calls that the vendor's typings omit. */
const hiddenFormsOf = (client: FormsClient) =>
  client.forms as unknown as Record<
    'bulkUpdateFormTags' | 'bulkUpdateFormTagsByFilter',
    (target: unknown, options: unknown) => Promise<unknown>
  >;

describe('a form', () => {
  it('can be created, read by visitors and updated with its revision, and stores what it receives', async () => {
    const { formFields, ...rest } = contactForm();
    const created = await createForm({ ...rest, formFields: formFields.map(toClientField) });
    expect(created).toMatchObject({ name: 'Contact', revision: '1', _createdDate: expect.any(Date) });
    expect(created.formFields.map((field) => field._id)).toEqual(formFields.map((field) => field.id));
    expect(await visitor.forms.getForm(created._id)).toEqual(await admin.forms.getForm(created._id));
    const [first, ...otherFields] = created.formFields;
    const changed = await admin.forms.updateForm(created._id, {
      revision: created.revision,
      name: 'Renamed',
      formFields: otherFields,
      limitationRule: { maxAllowedSubmissions: 5, dateTimeDeadline: new Date('2099-01-01T00:00:00.000Z') },
    } as never);
    expect(changed).toMatchObject({
      name: 'Renamed',
      revision: '2',
      deletedFormFields: [{ _id: first?._id }],
      limitationRule: { dateTimeDeadline: new Date('2099-01-01T00:00:00.000Z') },
    });
  });

  it('can be copied, also from a template', async () => {
    const form = await createForm({ name: 'Source' });
    expect(await admin.forms.cloneForm(form._id)).toMatchObject({ form: { name: 'Source 2', revision: '1' } });
    const cloned = await admin.forms.cloneFormFromTemplate(QUIZ, { templateId: form._id });
    expect(cloned).toMatchObject({ form: { namespace: QUIZ } });
  });

  it('can be moved to the trash, read there, restored and deleted permanently', async () => {
    const { _id } = await createForm({ name: 'Thrown' });
    await admin.forms.deleteForm(_id);
    expect(await outcomeOf(admin.forms.getForm(_id))).toBe('FORM_NOT_FOUND');
    expect(await admin.forms.getDeletedForm(_id)).toMatchObject({ form: { _id, name: 'Thrown' } });
    expect(await admin.forms.restoreFromTrashBin(_id)).toMatchObject({ form: { _id } });
    await admin.forms.deleteForm(_id);
    await admin.forms.removeFormFromTrashBin(_id);
    expect(await outcomeOf(admin.forms.getDeletedForm(_id))).toBe('FORM_NOT_FOUND');
    const otherForm = await createForm();
    await admin.forms.deleteForm(otherForm._id, { permanent: true });
    expect(await outcomeOf(admin.forms.getDeletedForm(otherForm._id))).toBe('FORM_NOT_FOUND');
  });

  it('stores extended fields by namespace, and removes deleted fields on request', async () => {
    const form = await createForm();
    const [first, second] = form.formFields as [{ _id: string }, { _id: string }];
    const extended = await admin.forms.updateExtendedFields(form._id, '@a/b', { namespaceData: { n: 1 } });
    expect(extended).toEqual({ namespace: '@a/b', namespaceData: { n: 1 } });
    await admin.forms.updateForm(form._id, { revision: '2', formFields: [first] } as never);
    const withoutDeletedField = await admin.forms.bulkRemoveDeletedField(form._id, { fieldsIds: [second._id] });
    expect(withoutDeletedField).toMatchObject({ form: { revision: '4', deletedFormFields: [] } });
  });

  it('has a summary', async () => {
    const { _id } = await createForm();
    const { formSummary } = await visitor.forms.getFormSummary(_id);
    expect(formSummary).toMatchObject({ _id, fields: [{ target: 'a', type: 'STRING', label: 'a' }, {}] });
  });
});

describe('several forms', () => {
  it('can be created, copied and deleted, with one result for each', async () => {
    const forms = [
      { name: 'Bulk', namespace: NAMESPACE, formFields: [] },
      { name: 'Wrong', namespace: NAMESPACE, formFields: [toClientField(text('1a'))] },
    ];
    const created = await admin.forms.bulkCreateForm({ forms, returnEntity: true } as never);
    expect(codes(created)).toEqual([true, 'UNSUPPORTED_FIELD_TARGETS_NAME']);
    const id = created.results?.[0]?.item?._id as string;
    const cloned = await admin.forms.bulkCloneForm([id, randomUUID()], { namespace: NAMESPACE, returnEntity: true });
    expect(codes(cloned)).toEqual([true, 'FORM_NOT_FOUND']);
    expect(cloned.results?.[0]?.item).toMatchObject({ name: 'Bulk 2', _createdDate: expect.any(Date) });
    expect(codes(await admin.forms.bulkDeleteForm([id, id], { permanent: true }))).toEqual([true, 'FORM_NOT_FOUND']);
  });

  it('are listed in pages, with plain and packed parameters', async () => {
    const namespace = 'wix.contacts.v4.contact';
    const formIds = [await createForm({ namespace, name: 'L1' }), await createForm({ namespace, name: 'L2' })].map(
      ({ _id }) => _id,
    );
    await createForm({ namespace, name: 'Other', enabled: false });
    for (const client of [visitor, newFormsMember(t), admin]) {
      expect(idsOf((await client.forms.listForms(namespace, { order: 'NAME_ASC' })).forms)).toEqual(formIds);
      const first = await client.forms.listForms(namespace, { order: 'NAME_ASC', paging: { limit: 1 } });
      const { next } = first.pagingMetadata?.cursors ?? {};
      const second = await client.forms.listForms(namespace, { paging: { limit: 1, cursor: next ?? '' } });
      expect([idsOf(first.forms), idsOf(second.forms)]).toEqual([[formIds[0]], [formIds[1]]]);
      expect(second.pagingMetadata).toMatchObject({ hasNext: false });
      const nameFilter = { filterType: 'STARTS_WITH', name: 'L2' } as const;
      expect(idsOf((await client.forms.listForms(namespace, { nameFilter })).forms)).toEqual([formIds[1]]);
      const additionalMetadata = { anything: 'x' };
      expect(
        idsOf((await client.forms.listForms(namespace, { formIds: [formIds[0] as string], additionalMetadata })).forms),
      ).toEqual([formIds[0]]);
      expect(await client.forms.getForm(formIds[0] as string, { additionalMetadata })).toMatchObject({
        _id: formIds[0],
      });
    }
    expect((await admin.forms.listForms(namespace, { enabled: false })).forms).toMatchObject([{ name: 'Other' }]);
    expect((await visitor.forms.listForms(namespace, { enabled: false })).forms).toEqual([]);
  });

  it('are queried by the builder, forwards and back, and by a plain query', async () => {
    const namespace = 'wix.ecom.v1.checkout';
    const created = [];
    for (const name of ['Q1', 'Q2', 'Q3']) created.push((await createForm({ namespace, name }))._id);
    for (const client of [visitor, admin]) {
      const first = await client.forms
        .queryForms()
        .eq('namespace', namespace)
        .startsWith('name', 'Q')
        .ascending('_createdDate')
        .limit(2)
        .find();
      expect(idsOf(first.items)).toEqual(created.slice(0, 2));
      const second = await first.next();
      expect(idsOf(second.items)).toEqual(created.slice(2));
      expect([second.hasNext(), second.hasPrev()]).toEqual([false, true]);
      expect(idsOf((await second.prev()).items)).toEqual(created.slice(0, 2));
      const withQueryObject = await client.forms.queryForms({
        filter: { namespace, _id: { $in: created.slice(1) } },
        sort: [{ fieldName: '_createdDate', order: 'DESC' }],
      } as never);
      expect(idsOf((withQueryObject as unknown as { forms: CreatedForm[] }).forms)).toEqual(created.slice(1).reverse());
    }
    expect(await admin.forms.countFormsByFilter({ namespace, filter: { name: 'Q1' } } as never)).toEqual({ count: 1 });
  });

  it('are tagged by id and by filter, with calls that the typings omit', async () => {
    const [a, b] = [await createForm(), await createForm()];
    const assign = { namespace: NAMESPACE, assignTags: tagsOf('x') };
    expect(codes(await hiddenFormsOf(admin).bulkUpdateFormTags([a._id, b._id, randomUUID()], assign))).toEqual([
      true,
      true,
      'FORM_NOT_FOUND',
    ]);
    const filter = { namespace: NAMESPACE, 'tags.tags.tagIds': { $hasSome: ['x'] } };
    const job = await hiddenFormsOf(admin).bulkUpdateFormTagsByFilter(filter, {
      assignTags: tagsOf('y'),
      unassignTags: tagsOf('x'),
    });
    expect(job).toEqual({ jobId: expect.any(String) });
    for (const { _id } of [a, b]) expect(await admin.forms.getForm(_id)).toMatchObject({ tags: tagsOf('y') });
  });

  it('in the trash are listed, queried and counted', async () => {
    const namespace = 'wix.bookings.v2.bookings';
    const trashedIds = [
      await createTrashedForm({ namespace, name: 'T1' }),
      await createTrashedForm({ namespace, name: 'T2' }),
    ];
    expect(idsOf((await admin.forms.listDeletedForms(namespace, { order: 'NAME_ASC' })).forms)).toEqual(trashedIds);
    const paged = await admin.forms.listDeletedForms(namespace, { order: 'NAME_DESC', paging: { limit: 1 } });
    expect([idsOf(paged.forms), paged.pagingMetadata?.hasNext]).toEqual([[trashedIds[1]], true]);
    const query = { filter: { namespace }, sort: [{ fieldName: 'name', order: 'ASC' }] };
    expect(idsOf((await admin.forms.queryDeletedForms({ query } as never)).forms)).toEqual(trashedIds);
    expect(await admin.forms.countDeletedForms({ namespace, filter: {} } as never)).toEqual({ count: 2 });
  });

  it('have limits per namespace and per site', async () => {
    const { configs } = await visitor.forms.listFormsProvidersConfigs();
    expect(configs?.[0]).toMatchObject({ namespace: NAMESPACE, restrictions: { maxForms: 1_000, maxFields: 500 } });
    const { restrictions, totalFormCount } = await admin.restrictions.getRestrictions();
    expect(restrictions).toMatchObject({ formsLimit: { limit: 1_000 }, rulesLimit: { limit: 100 }, features: [] });
    expect(totalFormCount).toEqual(expect.any(Number));
  });
});

describe('rejected calls', () => {
  const calls: Record<string, (client: FormsClient, id: string, deleted: string) => Promise<unknown>> = {
    createForm: ({ forms }) => forms.createForm({ name: 'x', namespace: NAMESPACE, formFields: [] } as never),
    bulkCreateForm: ({ forms }) => forms.bulkCreateForm({ forms: [{ namespace: NAMESPACE }] } as never),
    cloneForm: ({ forms }, id) => forms.cloneForm(id),
    bulkCloneForm: ({ forms }, id) => forms.bulkCloneForm([id], { namespace: NAMESPACE }),
    cloneFormFromTemplate: ({ forms }, id) => forms.cloneFormFromTemplate(NAMESPACE, { templateId: id }),
    updateForm: ({ forms }, id) => forms.updateForm(id, { revision: '1', name: 'x' } as never),
    deleteForm: ({ forms }, id) => forms.deleteForm(id),
    bulkDeleteForm: ({ forms }, id) => forms.bulkDeleteForm([id], { permanent: true }),
    removeFormFromTrashBin: ({ forms }, _id, deleted) => forms.removeFormFromTrashBin(deleted),
    restoreFromTrashBin: ({ forms }, _id, deleted) => forms.restoreFromTrashBin(deleted),
    getDeletedForm: ({ forms }, _id, deleted) => forms.getDeletedForm(deleted),
    listDeletedForms: ({ forms }) => forms.listDeletedForms(NAMESPACE),
    queryDeletedForms: ({ forms }) => forms.queryDeletedForms({ query: { filter: { namespace: NAMESPACE } } } as never),
    countDeletedForms: ({ forms }) => forms.countDeletedForms({ namespace: NAMESPACE } as never),
    bulkRemoveDeletedField: ({ forms }, id) => forms.bulkRemoveDeletedField(id, { fieldsIds: [randomUUID()] }),
    updateExtendedFields: ({ forms }, id) => forms.updateExtendedFields(id, '@a/b', { namespaceData: {} }),
    bulkUpdateFormTags: (client, id) => hiddenFormsOf(client).bulkUpdateFormTags([id], { assignTags: tagsOf('x') }),
    bulkUpdateFormTagsByFilter: (client) =>
      hiddenFormsOf(client).bulkUpdateFormTagsByFilter({ namespace: NAMESPACE }, { assignTags: tagsOf('x') }),
    getRestrictions: ({ restrictions }) => restrictions.getRestrictions(),
  };

  it('rejects the owner’s calls from visitors, members and keys without the scope', async () => {
    const [form, deleted] = [await createForm(), await createTrashedForm()];
    const before = await admin.forms.getForm(form._id);
    for (const client of [visitor, newFormsMember(t), newFormsAdmin(t, await t.keyWith(['submissions:manage']))]) {
      for (const [name, call] of Object.entries(calls)) {
        expect([name, await outcomeOf(call(client, form._id, deleted))]).toEqual([name, 'PERMISSION_DENIED']);
      }
    }
    expect(await admin.forms.getForm(form._id)).toEqual(before);
  });

  it('returns 404 for forms of another site and unknown ids', async () => {
    const [form, deleted] = [await createForm(), await createTrashedForm()];
    const { site, key } = await t.secondSite();
    const adminOfOtherSite = newFormsAdmin(t, key, site.id);
    const one = [
      'cloneForm',
      'cloneFormFromTemplate',
      'updateForm',
      'deleteForm',
      'bulkRemoveDeletedField',
      'updateExtendedFields',
    ];
    const thrown = ['removeFormFromTrashBin', 'restoreFromTrashBin', 'getDeletedForm'];
    for (const name of [...one, ...thrown]) {
      const call = calls[name] as (client: FormsClient, id: string, deleted: string) => Promise<unknown>;
      expect([name, await outcomeOf(call(adminOfOtherSite, form._id, deleted))]).toEqual([name, 'FORM_NOT_FOUND']);
      expect([name, await outcomeOf(call(admin, randomUUID(), randomUUID()))]).toEqual([name, 'FORM_NOT_FOUND']);
    }
    for (const name of ['bulkCloneForm', 'bulkDeleteForm', 'bulkUpdateFormTags']) {
      expect(codes(await calls[name]?.(adminOfOtherSite, form._id, deleted))).toEqual(['FORM_NOT_FOUND']);
    }
    for (const call of [
      () => adminOfOtherSite.forms.getForm(form._id),
      () => adminOfOtherSite.forms.getFormSummary(form._id),
    ]) {
      expect(await outcomeOf(call())).toBe('FORM_NOT_FOUND');
    }
    expect((await adminOfOtherSite.forms.listForms(NAMESPACE)).forms).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a list without a namespace', () => visitor.forms.listForms(''), 'INVALID_ARGUMENT'],
    ['a query without a namespace', () => visitor.forms.queryForms().find(), 'MISSING_NAMESPACE_FILTER'],
    [
      'a query by an unknown field',
      () => admin.forms.queryForms({ filter: { namespace: NAMESPACE, x: 1 } } as never),
      'INVALID_FILTER',
    ],
    ['an invalid cursor', () => admin.forms.listForms(NAMESPACE, { paging: { cursor: 'x' } }), 'INVALID_CURSOR'],
    [
      'the trash without a namespace',
      () => admin.forms.queryDeletedForms({ query: {} } as never),
      'MISSING_NAMESPACE_FILTER',
    ],
    [
      'a change of tags without tags',
      () => hiddenFormsOf(admin).bulkUpdateFormTags(['x'], {}),
      'EMPTY_ASSIGN_AND_UNASSIGN_LISTS',
    ],
    [
      'a stale revision',
      async () => admin.forms.updateForm((await createForm())._id, { revision: '7' } as never),
      'REVISION_MISMATCH',
    ],
    [
      'the same target twice',
      () => createForm({ formFields: [toClientField(text('a')), toClientField(text('a'))] }),
      'DUPLICATED_FIELD_TARGETS',
    ],
    [
      'a deleted field that does not exist',
      async () => admin.forms.bulkRemoveDeletedField((await createForm())._id, { fieldsIds: ['x'] }),
      'DELETED_FIELD_NOT_FOUND',
    ],
    [
      'the id of the form’s template',
      async () =>
        admin.forms.cloneFormFromTemplate(QUIZ, { templateId: (await createForm())._id, useTemplateId: true }),
      'CONFLICT',
    ],
  ])('rejects %s', async (_what, call, code) => {
    expect(await outcomeOf(call())).toBe(code);
  });

  it('bulk calls must not mix namespaces', async () => {
    const ids = [(await createForm())._id, (await createForm({ namespace: QUIZ }))._id];
    const code = 'MULTI_NAMESPACE_BULK_OPERATION';
    expect(await outcomeOf(admin.forms.bulkCloneForm(ids, { namespace: NAMESPACE }))).toBe(code);
    expect(await outcomeOf(hiddenFormsOf(admin).bulkUpdateFormTags(ids, { assignTags: tagsOf('x') }))).toBe(code);
  });

  it('returns violations with path and reason in the format that the client reads', async () => {
    const rejected = await createForm({ formFields: [toClientField(text('1a'))] }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      status: 400,
      details: {
        validationError: {
          fieldViolations: [{ field: expect.any(String), ruleName: 'UNSUPPORTED_FIELD_TARGETS_NAME' }],
        },
      },
    });
  });
});
