/** Changes of submissions: updates, statuses, tags, payments, the trash, and the events of all these. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, type SiteEvent } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { waitForListeners } from '../testing/outbox.ts';
import { input } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE, type StoredSubmission, submissionCalls, valid } from '../testing/submission-calls.ts';

let t: TestServer;
let form: { id: string };
const received: SiteEvent[] = [];
const EVENT_PREFIX = 'wix.forms.v4.submission_';
const unlisten = listen(
  (['created', 'updated', 'deleted', 'status_updated', 'removed_submission_from_trash'] as const).map(
    (name) => `${EVENT_PREFIX}${name}` as const,
  ),
  async (_db, event) => {
    received.push(event);
  },
);
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});
beforeEach(() => {
  received.length = 0;
});

const { call, post, make, submit, submitted, read } = submissionCalls(() => t);
const update = ({ id, revision }: StoredSubmission, change: Json, more: Json = {}, as?: string) =>
  call('PATCH', `submissions/${id}`, { submission: { formId: form.id, revision, ...change, id }, ...more }, as);
const changeSubmission = async (stored: StoredSubmission, change: Json, more: Json = {}): Promise<StoredSubmission> => {
  const { body } = await update(stored, change, more);
  if (!body.submission) throw new Error(JSON.stringify(body));
  return body.submission;
};
/** Returns the names of the events of a submission, in order, after the listeners have received all of them. */
async function eventNamesOf(id: string): Promise<string[]> {
  await waitForListeners(t, id);
  return received.filter((event) => event.entityId === id).map((event) => event.type.slice(EVENT_PREFIX.length));
}

const PRODUCT = { id: '6b3f1f5e-1111-4222-8333-944455556666', productType: 'DIGITAL', priceType: 'FIXED_PRICE' };
const ticketField = () =>
  input('tickets', 'PAYMENT', 'paymentOptions', {
    componentType: 'CHECKBOX_GROUP',
    checkboxGroupOptions: { label: 'Tickets', options: [{ label: 'Ticket', value: PRODUCT.id }] },
    validation: {
      products: [{ ...PRODUCT, fixedPriceOptions: { price: '12.35' }, quantityLimit: { minimum: 1, maximum: 10 } }],
    },
  });
const chooseTicket = (quantity: number, price: unknown = '12.35') => ({
  tickets: [{ productId: PRODUCT.id, price, quantity }],
});

describe('updates', () => {
  it('changes the fields that are present, replaces all values, and increments the revision', async () => {
    const stored = await submitted(form.id, { ...valid, age: 7 });
    const next = await changeSubmission(stored, { submissions: { ...valid, name: 'Grace' }, seen: true });
    expect(next).toMatchObject({ submissions: { ...valid, name: 'Grace' }, seen: true, revision: '2' });
    expect(next.submissions).not.toHaveProperty('age');
    expect(await read(stored.id)).toEqual(next);
    expect(await changeSubmission(next, { tags: { tags: { tagIds: ['a'] } } })).toMatchObject({
      submissions: next.submissions,
    });
    expect(await eventNamesOf(stored.id)).toEqual(['created', 'updated', 'updated']);
  });

  it.each<[string, unknown, Json]>([
    ['text', 'submissions.name,seen', { ...valid, name: 'Grace', age: 7 }],
    ['list', ['submissions.name', 'seen'], { ...valid, name: 'Grace', age: 7 }],
    ['paths', { paths: ['submission.submissions.age'] }, valid],
  ])('changes only what a mask names that is a %s', async (_kind, mask, expected) => {
    const stored = await submitted(form.id, { ...valid, age: 7 });
    expect((await changeSubmission(stored, { submissions: { name: 'Grace' } }, { mask })).submissions).toEqual(
      expected,
    );
  });

  it('changes a submission of a disabled form', async () => {
    const closing = await make({ name: 'Closing' });
    const stored = await submitted(closing.id);
    const { body } = await call('GET', `forms/${closing.id}`);
    await call('PATCH', `forms/${closing.id}`, {
      form: { id: closing.id, revision: body.form.revision, enabled: false },
    });
    const response = await update(stored, { formId: closing.id, submissions: { ...valid, name: 'Grace' } });
    expect(response.status).toBe(200);
  });

  it('returns 409 to all but one of four parallel updates', async () => {
    const stored = await submitted(form.id);
    const responses = await Promise.all([1, 2, 3, 4].map((age) => update(stored, { submissions: { ...valid, age } })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(stored.id)).revision).toBe('2');
  });
});

describe('statuses', () => {
  const TRANSITIONS: readonly (readonly [string, string, number])[] = [
    ['PENDING', 'CONFIRMED', 200],
    ['CONFIRMED', 'PENDING', 200],
    ['PAYMENT_WAITING', 'CONFIRMED', 200],
    ['PAYMENT_WAITING', 'PAYMENT_CANCELED', 200],
    ['PAYMENT_CANCELED', 'PAYMENT_WAITING', 200],
    ['PENDING', 'PAYMENT_WAITING', 428],
    ['PENDING', 'PAYMENT_CANCELED', 428],
    ['CONFIRMED', 'PAYMENT_WAITING', 428],
    ['CONFIRMED', 'PAYMENT_CANCELED', 428],
    ['PAYMENT_WAITING', 'PENDING', 428],
    ['PAYMENT_CANCELED', 'CONFIRMED', 428],
    ['PAYMENT_CANCELED', 'PENDING', 428],
  ];
  const submittedWith = async (status: string): Promise<StoredSubmission> => {
    const { id } = await submitted(form.id);
    await sql`update submissions set status = ${status} where id = ${id}`.execute(t.db);
    return read(id);
  };

  it.each(TRANSITIONS)('%s → %s returns %s', async (from, to, status) => {
    const stored = await submittedWith(from);
    const response = await update(stored, { status: to });
    expect(response.status).toBe(status);
    expect((await read(stored.id)).status).toBe(status === 200 ? to : from);
    if (status === 200) {
      expect(await eventNamesOf(stored.id)).toEqual(['created', 'updated', 'status_updated']);
      expect(received.at(-1)?.payload).toMatchObject({ previousStatus: from, submission: { status: to } });
    } else {
      expect(response.body.details.applicationError).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        data: { from, to },
      });
    }
  });

  it('emits the event of a new status when a submission is confirmed', async () => {
    const { id } = await submitted(form.id, valid, { status: 'PENDING' }, t.key);
    expect((await post(`submissions/${id}/confirm`, { submissionId: id })).body.submission.status).toBe('CONFIRMED');
    expect(await eventNamesOf(id)).toEqual(['created', 'updated', 'status_updated']);
  });

  it('is PENDING for new submissions if the form’s policy says so', async () => {
    const waiting = await make({ name: 'Waiting', submissionPolicy: { startsPending: true } });
    expect((await submitted(waiting.id)).status).toBe('PENDING');
  });
});

describe('payments', () => {
  let shopForm: { id: string };
  beforeAll(async () => {
    shopForm = await make({ name: 'Shop', formFields: [ticketField()] });
  });

  it('computes the subtotal, numbers the orders, and stores PAYMENT_WAITING', async () => {
    const orders = [];
    for (const quantity of [3, 1]) orders.push(await submitted(shopForm.id, chooseTicket(quantity)));
    const guid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(orders[0]).toMatchObject({
      status: 'PAYMENT_WAITING',
      orderDetails: { orderId: guid, checkoutId: guid, currency: 'USD', itemSubtotal: '37.05' },
    });
    const [first, second] = orders.map((one) => Number((one.orderDetails as Json).number));
    expect(second).toBe((first as number) + 1);
    const checkoutId = (orders[0]?.orderDetails as Json | undefined)?.checkoutId;
    const filter = { namespace: NAMESPACE, 'orderDetails.checkoutId': checkoutId };
    const found = await post('submissions/namespace/query', { query: { filter } });
    expect(found.body.submissions).toHaveLength(1);
  });

  it('ignores an order in the request, and rejects another price than the form’s', async () => {
    const orderDetails = { itemSubtotal: '0.01', number: '1', currency: 'XXX' };
    const { status, orderDetails: firstOrder } = await submitted(
      shopForm.id,
      chooseTicket(2),
      { orderDetails, status: 'CONFIRMED' },
      t.key,
    );
    expect(status).toBe('PAYMENT_WAITING');
    expect(firstOrder).toMatchObject({ itemSubtotal: '24.70', currency: 'USD' });
    expect((await submit(shopForm.id, chooseTicket(2, '0.01'))).status).toBe(400);
    expect((await submit(shopForm.id, chooseTicket(11))).status).toBe(400);
  });

  it('computes a new subtotal when answers change, until the order is paid', async () => {
    const stored = await submitted(shopForm.id, chooseTicket(1));
    const more = await changeSubmission(stored, { formId: shopForm.id, submissions: chooseTicket(4) });
    expect(more.orderDetails).toMatchObject({ itemSubtotal: '49.40' });
    const paidSubmission = await changeSubmission(more, { formId: shopForm.id, status: 'CONFIRMED' });
    const after = await changeSubmission(paidSubmission, { formId: shopForm.id, submissions: chooseTicket(1) });
    expect(after.orderDetails).toEqual(more.orderDetails);
  });

  it('stores CONFIRMED if there is nothing to pay', async () => {
    expect(await submitted(shopForm.id, {})).toMatchObject({ status: 'CONFIRMED' });
  });
});

describe('a limit', () => {
  it('accepts exactly as many of 32 parallel submissions as the form allows', async () => {
    const limited = await make({ name: 'Limited to five', limitationRule: { maxAllowedSubmissions: 5 } });
    const responses = await Promise.all(Array.from({ length: 32 }, () => submit(limited.id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const [rejected] = responses.filter(({ status }) => status === 400);
    expect(rejected?.body.details.validationError.fieldViolations[0].data.errors).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });
});

describe('tags and extended fields', () => {
  const makeTags = (...tagIds: string[]) => ({ tags: { tagIds } });
  const tagsOf = async (id: string) => ((await read(id)).tags as { tags: { tagIds: string[] } })?.tags.tagIds;

  it('returns one result per submission of a bulk call', async () => {
    const { id } = await submitted(form.id);
    const missing = '6b3f1f5e-1111-4222-8333-000000000000';
    const assign = { submissionIds: [id, missing, 'x'], assignTags: makeTags('a', 'b') };
    const { body } = await post('bulk/submissions/update-tags', assign);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 });
    expect(body.results.map((one: { itemMetadata: Json }) => [one.itemMetadata.id, one.itemMetadata.success])).toEqual([
      [id, true],
      [missing, false],
      ['x', false],
    ]);
    expect(body.results[1].itemMetadata.error).toMatchObject({ code: 'SUBMISSION_NOT_FOUND' });
    await post('bulk/submissions/update-tags', {
      submissionIds: [id],
      assignTags: makeTags('c'),
      unassignTags: makeTags('a'),
    });
    expect(await tagsOf(id)).toEqual(['b', 'c']);
    expect(codeOf(await post('bulk/submissions/update-tags', { submissionIds: [id] }))).toBe(
      'EMPTY_ASSIGN_AND_UNASSIGN_LISTS',
    );
  });

  it('changes tags by filter, also of more submissions than the call itself changes', async () => {
    const many = await make({ name: 'Many' });
    const first = await submitted(many.id);
    await sql`
      insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
      select site_id, gen_random_uuid(), form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since
      from submissions, generate_series(1, 1000) where id = ${first.id}`.execute(t.db);
    const filter = { namespace: NAMESPACE, formId: many.id };
    const response = await post('bulk/submissions/update-tags-by-filter', { filter, assignTags: makeTags('vip') });
    expect(response.body.jobId).toMatch(/^[0-9a-f-]{36}$/);
    const listUntagged = async () =>
      (await sql`select from submissions where form_id = ${many.id} and tags is null`.execute(t.db)).rows.length;
    for (let tries = 0; tries < 1_000 && (await listUntagged()) > 0; tries++)
      await new Promise((done) => setTimeout(done, 20));
    expect(await listUntagged()).toBe(0);
    const found = await post('submissions/count-by-filter', {
      filter: { ...filter, 'tags.tags.tagIds': { $hasAll: ['vip'] } },
    });
    expect(found.body.formsSubmissionsCount).toEqual([{ formId: many.id, totalCount: 1_001, unseenCount: 1_001 }]);
    const noMatchFilter = { ...filter, 'tags.tags.tagIds': { $hasSome: ['gone'] } };
    expect((await post('submissions/count-by-filter', { filter: noMatchFilter })).body.formsSubmissionsCount).toEqual(
      [],
    );
  });

  it('replaces the extended fields of one namespace and leaves the others', async () => {
    const { id } = await submitted(form.id);
    const set = (namespace: string, namespaceData: Json) =>
      post(`submissions/${id}/extended-fields`, { id, namespace, namespaceData });
    expect((await set('@a/b', { x: 1 })).body).toEqual({ namespace: '@a/b', namespaceData: { x: 1 } });
    await set('__proto__', { polluted: true });
    await set('@a/c', { y: 2 });
    const { namespaces } = (await read(id)).extendedFields as { namespaces: Json };
    expect(Object.keys(namespaces).sort()).toEqual(['@a/b', '@a/c', '__proto__']);
    expect(({} as Json).polluted).toBeUndefined();
    expect((await set('@a/b', { x: 'x'.repeat(300_000) })).status).toBe(400);
  });
});

describe('the trash', () => {
  const bulk = (path: string, submissionIds: string[], more: Json = {}) =>
    post(path, { formId: form.id, submissionIds, ...more });
  const resultsOf = (response: { body: { results: { itemMetadata: { success: boolean } }[] } }) =>
    response.body.results.map(({ itemMetadata }) => itemMetadata.success);

  it('returns one result per id from bulk calls, skips other forms, and counts what is in the trash', async () => {
    const ownForm = await make({ name: 'Own' });
    const [a, b] = [await submitted(ownForm.id), await submitted(ownForm.id)];
    const elsewhere = await submitted(form.id);
    const ids = [a.id, b.id, elsewhere.id];
    const named = { formId: ownForm.id };
    expect(resultsOf(await bulk('bulk/submissions/delete', ids, named))).toEqual([true, true, false]);
    const counted = { formIds: [ownForm.id, form.id], namespace: NAMESPACE };
    const count = async (more: Json = {}) =>
      (await post('submissions/trash-bin/count', { ...counted, ...more })).body.formsDeletedSubmissionsCount[0];
    expect(await count()).toEqual({ formId: ownForm.id, totalCount: 2 });
    expect(await count({ statuses: ['PENDING'] })).toEqual({ formId: ownForm.id, totalCount: 0 });
    expect(await count({ namespace: 'wix.bookings.v2.bookings' })).toEqual({ formId: ownForm.id, totalCount: 0 });
    expect(resultsOf(await bulk('submissions/trash-bin/delete', ids, named))).toEqual([true, true, false]);
    expect(await count()).toEqual({ formId: ownForm.id, totalCount: 0 });
    expect(await eventNamesOf(a.id)).toEqual(['created', 'deleted', 'removed_submission_from_trash']);
    expect((await read(elsewhere.id)).id).toBe(elsewhere.id);
  });

  it('emits a deletion for a permanent one, and an update for a restored submission', async () => {
    const [a, b] = [await submitted(form.id), await submitted(form.id)];
    await bulk('bulk/submissions/delete', [a.id], { permanent: true });
    expect(await eventNamesOf(a.id)).toEqual(['created', 'deleted']);
    await call('DELETE', `submissions/${b.id}`);
    await post(`submissions/trash-bin/${b.id}/restore`, { submissionId: b.id });
    expect(await eventNamesOf(b.id)).toEqual(['created', 'deleted', 'updated']);
  });

  it('is listed by status, ids, namespace and page', async () => {
    const listedForm = await make({ name: 'Listed' });
    const pending = await submitted(listedForm.id, valid, { status: 'PENDING' }, t.key);
    const submissions = [
      await submitted(listedForm.id),
      await submitted(listedForm.id),
      await submitted(listedForm.id),
    ];
    for (const { id } of [pending, ...submissions]) await call('DELETE', `submissions/${id}`);
    const list = async (more: string) =>
      (await call('GET', `submissions/trash-bin?formId=${listedForm.id}${more}`)).body;
    const idsOf = (page: { submissions: StoredSubmission[] }) => page.submissions.map(({ id }) => id);
    expect(idsOf(await list(''))).toEqual(submissions.map(({ id }) => id).reverse());
    expect(idsOf(await list('&statuses=PENDING'))).toEqual([pending.id]);
    expect(idsOf(await list('&statuses=PENDING&statuses=CONFIRMED'))).toHaveLength(4);
    expect(idsOf(await list('&namespace=wix.bookings.v2.bookings'))).toEqual([]);
    expect(idsOf(await list(`&submissionIds=${submissions[0]?.id}&submissionIds=${submissions[1]?.id}`))).toHaveLength(
      2,
    );
    const first = await list('&paging.limit=2');
    const next = await list(`&paging.limit=2&paging.cursor=${first.pagingMetadata.cursors.next}`);
    expect([...idsOf(first), ...idsOf(next)]).toEqual(submissions.map(({ id }) => id).reverse());
  });
});

describe('responses with status 400', () => {
  it.each<[string, Json, Json]>([
    ['INVALID_MASK', {}, { mask: 'orderDetails' }],
    ['INVALID_MASK', {}, { mask: 7 }],
  ])('%s for a mask that is invalid or names a read-only field', async (code, change, more) => {
    expect(codeOf(await update(await submitted(form.id), change, more))).toBe(code);
  });

  it('returns 400 for values that the form does not accept', async () => {
    const response = await update(await submitted(form.id), { submissions: { ...valid, age: 200 } });
    expect(response.body.details.validationError.fieldViolations[0].ruleName).toBe('SUBMISSION_VALIDATION');
  });
});

describe('responses with status 409', () => {
  it('returns 409 for another revision than the stored one', async () => {
    const stored = await submitted(form.id);
    await changeSubmission(stored, { seen: true });
    const response = await update(stored, { seen: false });
    expect([response.status, codeOf(response)]).toEqual([409, 'REVISION_MISMATCH']);
  });
});

describe('responses with status 404', () => {
  it('returns 404 for a submission of another form', async () => {
    const other = await make({ name: 'Other' });
    const response = await update(await submitted(form.id), { formId: other.id, seen: true });
    expect([response.status, codeOf(response)]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });
});
