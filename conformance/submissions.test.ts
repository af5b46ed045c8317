/**
 * Tests every call of the vendor's unmodified submissions module for each kind of caller, and how the client
 * converts the responses.
 */
import { submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { contactForm } from '../server/src/forms/testing/sample-forms.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { outcomeOf } from './support/data.ts';

const NAMESPACE = 'wix.form_app.form';
const valid = { name: 'Ada', email: 'ada@example.org', agreed: true };
const modules = { submissions };

let t: TestServer;
let restore: () => void;
let form: { id: string };
let callers: Readonly<Record<Caller, Client>>;
const CALLERS = ['visitor', 'member', 'viewer', 'editor', 'owner', 'key', 'unscoped'] as const;
type Caller = (typeof CALLERS)[number];

const newAdmin = (apiKey: string) => createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId: t.site.id }) });
type Client = Pick<ReturnType<typeof newAdmin>, 'submissions'>;
type Submissions = Client['submissions'];
/** Calls that work but are missing from the vendor's typings. */
type HiddenCalls = Record<
  | 'searchSubmissionsByNamespace'
  | 'bulkUpdateFormSubmissionTags'
  | 'bulkUpdateFormSubmissionTagsByFilter'
  | 'getMediaUploadUrl',
  (...args: unknown[]) => Promise<Record<string, never>>
>;
const hidden = (client: Client): HiddenCalls => client.submissions as unknown as HiddenCalls;
const withToken = (token: string): Client => {
  const accessToken = { value: token, expiresAt: Math.floor(Date.now() / 1_000) + 3_600 };
  const tokens = { accessToken, refreshToken: { value: '', role: 'none' } } as never;
  return createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId, tokens }) }) as unknown as Client;
};

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  form = await newForm('Contact');
  callers = {
    visitor: createClient({ modules, auth: OAuthStrategy({ clientId: t.app.clientId }) }) as unknown as Client,
    member: withToken(t.member),
    viewer: newAdmin(await t.userToken('viewer')),
    editor: newAdmin(await t.userToken('editor')),
    owner: newAdmin(await t.userToken('owner')),
    key: newAdmin(t.key),
    unscoped: newAdmin(await t.keyWith(['items:all'])),
  };
});
afterAll(async () => {
  restore();
  await t.stop();
});

async function newForm(name: string): Promise<{ id: string }> {
  const body = { form: { ...contactForm(), name, spamFilterProtectionLevel: 'NONE' } };
  return (await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key })).body.form;
}
async function createSubmission(
  values: object = valid,
  more: object = {},
  formId = form.id,
): Promise<{ id: string; revision: string }> {
  const body = { submission: { formId, submissions: values, ...more } };
  return (await t.call({ method: 'POST', path: '/v4/submissions', body, as: t.key })).body.submission;
}
const createTrashed = async (): Promise<string> => {
  const { id } = await createSubmission();
  await t.call({ method: 'DELETE', path: `/v4/submissions/${id}`, as: t.key });
  return id;
};
const code = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error) => (error.details?.applicationError?.code as string | undefined) ?? `${error.message}`,
  );

const MISSING = '6b3f1f5e-1111-4222-8333-944455556666';
const EVERYBODY: readonly Caller[] = ['visitor', 'member', 'viewer', 'editor', 'owner', 'key'];
const READERS: readonly Caller[] = ['viewer', 'editor', 'owner', 'key'];
const MANAGERS: readonly Caller[] = ['editor', 'owner', 'key'];
const filter = { namespace: NAMESPACE };

/** Every call by its name in the module, with the callers who may make it. Each call creates its own data. */
const CALLS: Readonly<Record<string, readonly [may: readonly Caller[], call: (client: Client) => Promise<unknown>]>> = {
  createSubmission: [
    EVERYBODY,
    ({ submissions }) => submissions.createSubmission({ formId: form.id, submissions: valid }),
  ],
  validateFormSubmission: [
    EVERYBODY,
    ({ submissions }) => submissions.validateFormSubmission({ formId: form.id, submissions: valid }),
  ],
  getSubmission: [READERS, async ({ submissions }) => submissions.getSubmission((await createSubmission()).id)],
  updateSubmission: [
    MANAGERS,
    async ({ submissions }) =>
      submissions.updateSubmission((await createSubmission()).id, { formId: form.id, revision: '1', seen: true }),
  ],
  confirmSubmission: [
    MANAGERS,
    async ({ submissions }) => submissions.confirmSubmission((await createSubmission(valid, { status: 'PENDING' })).id),
  ],
  deleteSubmission: [MANAGERS, async ({ submissions }) => submissions.deleteSubmission((await createSubmission()).id)],
  'deleteSubmission, permanent': [
    MANAGERS,
    async ({ submissions }) =>
      submissions.deleteSubmission((await createSubmission()).id, { permanent: true, preserveFiles: true }),
  ],
  bulkDeleteSubmission: [
    MANAGERS,
    async ({ submissions }) =>
      submissions.bulkDeleteSubmission(form.id, { submissionIds: [(await createSubmission()).id] }),
  ],
  restoreSubmissionFromTrashBin: [
    MANAGERS,
    async ({ submissions }) => submissions.restoreSubmissionFromTrashBin(await createTrashed()),
  ],
  removeSubmissionFromTrashBin: [
    MANAGERS,
    async ({ submissions }) => submissions.removeSubmissionFromTrashBin(await createTrashed()),
  ],
  bulkRemoveSubmissionFromTrashBin: [
    MANAGERS,
    async ({ submissions }) =>
      submissions.bulkRemoveSubmissionFromTrashBin(form.id, { submissionIds: [await createTrashed()] }),
  ],
  listDeletedSubmissions: [READERS, ({ submissions }) => submissions.listDeletedSubmissions(form.id)],
  getDeletedSubmission: [READERS, async ({ submissions }) => submissions.getDeletedSubmission(await createTrashed())],
  querySubmission: [READERS, ({ submissions }) => submissions.querySubmission({ filter })],
  querySubmissionsByNamespace: [
    READERS,
    ({ submissions }) => submissions.querySubmissionsByNamespace().eq('namespace', NAMESPACE).find(),
  ],
  searchSubmissionsByNamespace: [
    READERS,
    (client) => hidden(client).searchSubmissionsByNamespace({ filter, search: { expression: 'ada' } }),
  ],
  countSubmissionsByFilter: [READERS, ({ submissions }) => submissions.countSubmissionsByFilter(filter)],
  countSubmissions: [READERS, ({ submissions }) => submissions.countSubmissions([form.id], NAMESPACE)],
  countDeletedSubmissions: [READERS, ({ submissions }) => submissions.countDeletedSubmissions([form.id], NAMESPACE)],
  bulkMarkSubmissionsAsSeen: [
    MANAGERS,
    async ({ submissions }) => submissions.bulkMarkSubmissionsAsSeen([(await createSubmission()).id], form.id),
  ],
  updateExtendedFields: [
    MANAGERS,
    async ({ submissions }) =>
      submissions.updateExtendedFields((await createSubmission()).id, '@acme/app', { namespaceData: { rating: 5 } }),
  ],
  bulkUpdateFormSubmissionTags: [
    MANAGERS,
    async (client) =>
      hidden(client).bulkUpdateFormSubmissionTags([(await createSubmission()).id], {
        assignTags: { tags: { tagIds: ['vip'] } },
      }),
  ],
  bulkUpdateFormSubmissionTagsByFilter: [
    MANAGERS,
    (client) =>
      hidden(client).bulkUpdateFormSubmissionTagsByFilter(
        { ...filter, id: MISSING },
        { assignTags: { tags: { tagIds: ['vip'] } } },
      ),
  ],
};
const rows = Object.entries(CALLS).flatMap(([name, [allowedCallers, call]]) =>
  CALLERS.map((caller) => [name, caller, allowedCallers.includes(caller) ? 'ok' : 'PERMISSION_DENIED', call] as const),
);

describe('each call by each caller', () => {
  it.each(rows)('%s by %s: %s', async (_name, caller, expected, call) => {
    expect(await code(call(callers[caller]))).toBe(expected);
  });
});

describe('unknown ids', () => {
  const calls: Readonly<Record<string, (one: Submissions) => Promise<unknown>>> = {
    getSubmission: (one) => one.getSubmission(MISSING),
    updateSubmission: (one) => one.updateSubmission(MISSING, { formId: form.id, revision: '1' }),
    confirmSubmission: (one) => one.confirmSubmission(MISSING),
    deleteSubmission: (one) => one.deleteSubmission(MISSING),
    getDeletedSubmission: (one) => one.getDeletedSubmission(MISSING),
    restoreSubmissionFromTrashBin: (one) => one.restoreSubmissionFromTrashBin(MISSING),
    removeSubmissionFromTrashBin: (one) => one.removeSubmissionFromTrashBin(MISSING),
    updateExtendedFields: (one) => one.updateExtendedFields(MISSING, '@a/b', { namespaceData: {} }),
  };
  it.each(Object.keys(calls))('%s: SUBMISSION_NOT_FOUND', async (name) => {
    expect(await outcomeOf(calls[name]?.(callers.key.submissions) as Promise<unknown>)).toBe('SUBMISSION_NOT_FOUND');
  });
  it.each(['createSubmission', 'validateFormSubmission'] as const)('%s: FORM_NOT_FOUND', async (name) => {
    const call = callers.visitor.submissions[name]({ formId: MISSING, submissions: valid });
    expect(await outcomeOf(call)).toBe('FORM_NOT_FOUND');
  });
});

describe('the responses, as the client shows them', () => {
  it('a submission has renamed ids and dates and the submitter of the token', async () => {
    const one = await callers.member.submissions.createSubmission({
      formId: form.id,
      submissions: { ...valid, age: 7 },
      submitter: { memberId: MISSING },
    } as never);
    expect(one).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      _createdDate: expect.any(Date),
      formId: form.id,
      namespace: NAMESPACE,
      status: 'CONFIRMED',
      seen: false,
      revision: '1',
      submissions: { ...valid, age: 7 },
      submitter: { memberId: t.memberId },
    });
    expect(await callers.key.submissions.getSubmission(one._id as string)).toMatchObject({ _id: one._id });
  });

  it('violations are in err.details', async () => {
    const error = await callers.visitor.submissions
      .createSubmission({ formId: form.id, submissions: { ...valid, age: 200, extra: 1 } })
      .catch((error: unknown) => error);
    const { details } = error as {
      details: { validationError: { fieldViolations: [{ ruleName: string; data: { errors: object[] } }] } };
    };
    const [violation] = details.validationError.fieldViolations;
    expect(violation.ruleName).toBe('SUBMISSION_VALIDATION');
    expect(violation.data.errors).toMatchObject([
      { errorPath: 'age', errorType: 'MAX_VALUE_ERROR', params: { comparison: '<=', limit: 150 } },
      { errorPath: 'extra', errorType: 'UNKNOWN_VALUE_ERROR' },
    ]);
    const validation = await callers.visitor.submissions.validateFormSubmission({
      formId: form.id,
      submissions: { ...valid, age: 200 },
    });
    expect(validation.violationErrors).toMatchObject([
      { submissionValidationErrors: { errors: [{ errorType: 'MAX_VALUE_ERROR', errorPath: 'age' }] } },
    ]);
  });

  it.each([
    ['a stale revision', 409, 'REVISION_MISMATCH', { revision: '7', seen: true }],
    ['an invalid status transition', 428, 'INVALID_STATUS_TRANSITION', { revision: '1', status: 'PAYMENT_WAITING' }],
  ] as const)('%s: %s %s', async (_what, status, expected, change) => {
    const { id } = await createSubmission();
    const error = await callers.key.submissions
      .updateSubmission(id, { formId: form.id, ...change } as never)
      .catch((error: unknown) => error);
    const { details } = error as { details: { applicationError: { code: string; data: object } } };
    expect(details.applicationError.code).toBe(expected);
    if (status === 428) expect(details.applicationError.data).toEqual({ from: 'CONFIRMED', to: 'PAYMENT_WAITING' });
  });

  it('only the owner reads submissions of others; a member reads their own', async () => {
    const { items } = await callers.member.submissions
      .querySubmissionsByNamespace({ onlyYourOwn: true })
      .eq('namespace', NAMESPACE)
      .find();
    expect(items.length).toBeGreaterThan(0);
    for (const one of items) expect(one.submitter).toEqual({ memberId: t.memberId });
  });

  it('bulk calls return one result for each id', async () => {
    const { id } = await createSubmission();
    const response = await callers.key.submissions.bulkDeleteSubmission(form.id, { submissionIds: [id, MISSING] });
    expect(response.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
    expect(response.results?.map(({ itemMetadata }) => itemMetadata)).toMatchObject([
      { _id: id, originalIndex: 0, success: true },
      { _id: MISSING, originalIndex: 1, success: false, error: { code: 'SUBMISSION_NOT_FOUND' } },
    ]);
  });

  it('tags by filter and searches, which the typings omit', async () => {
    const taggedForm = await newForm('Tagged');
    const [a, b] = [
      await createSubmission({ ...valid, name: 'Katherine' }, {}, taggedForm.id),
      await createSubmission(valid, {}, taggedForm.id),
    ];
    const taggedFilter = { ...filter, formId: taggedForm.id };
    const { jobId } = await hidden(callers.key).bulkUpdateFormSubmissionTagsByFilter(taggedFilter, {
      assignTags: { tags: { tagIds: ['vip'] } },
    });
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/);
    for (const { id } of [a, b]) {
      expect((await callers.key.submissions.getSubmission(id)).tags?.tags?.tagIds).toEqual(['vip']);
    }
    const found = await hidden(callers.key).searchSubmissionsByNamespace({
      filter: taggedFilter,
      search: { expression: 'katherin', fuzzy: true },
    });
    expect((found.submissions as unknown as { _id: string }[]).map(({ _id }) => _id)).toEqual([a.id]);
    const counts = await callers.key.submissions.countSubmissionsByFilter(taggedFilter, {
      search: { expression: 'Katherine' },
    });
    expect(counts.formsSubmissionsCount).toEqual([{ formId: taggedForm.id, totalCount: 1, unseenCount: 1 }]);
  });
});

describe('the query builder', () => {
  let exportForm: { id: string };
  const ids: string[] = [];
  beforeAll(async () => {
    exportForm = await newForm('Built');
    for (let age = 0; age < 5; age++) ids.push((await createSubmission({ ...valid, age }, {}, exportForm.id)).id);
  });
  const buildQuery = () =>
    callers.key.submissions.querySubmissionsByNamespace().eq('namespace', NAMESPACE).eq('formId', exportForm.id);
  const idsOf = (page: { items: readonly { _id?: string | null }[] }) => page.items.map(({ _id }) => _id);

  it('pages forwards and back with the cursors of the responses', async () => {
    const first = await buildQuery().ascending('_createdDate').limit(2).find();
    expect([idsOf(first), first.hasNext(), first.hasPrev()]).toEqual([ids.slice(0, 2), true, false]);
    const second = await first.next();
    const third = await second.next();
    expect([idsOf(second), idsOf(third)]).toEqual([ids.slice(2, 4), ids.slice(4)]);
    expect([third.hasNext(), third.hasPrev()]).toEqual([false, true]);
    const previousPage = await third.prev();
    expect(idsOf(previousPage)).toEqual(ids.slice(2, 4));
    expect(idsOf(await previousPage.prev())).toEqual(ids.slice(0, 2));
  });

  it('compares with the operator of the filter', async () => {
    const [one, two] = ids as [string, string];
    expect(idsOf(await buildQuery().in('_id', [one, two]).ascending('_createdDate').find())).toEqual([one, two]);
    expect(idsOf(await buildQuery().ne('_id', one).ascending('_createdDate').find())).toEqual(ids.slice(1));
    expect(
      idsOf(
        await buildQuery()
          .ge('_createdDate', new Date(Date.now() + 60_000))
          .find(),
      ),
    ).toEqual([]);
    expect(idsOf(await buildQuery().eq('seen', true).find())).toEqual([]);
    expect(idsOf(await buildQuery().eq('status', 'CONFIRMED').descending('_createdDate').find())).toEqual(
      [...ids].reverse(),
    );
  });

  it('requires a namespace: MISSING_NAMESPACE_FILTER', async () => {
    const query = callers.key.submissions.querySubmissionsByNamespace().eq('formId', exportForm.id).find();
    expect(await outcomeOf(query)).toBe('MISSING_NAMESPACE_FILTER');
  });
});
