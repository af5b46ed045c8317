/** Submissions that change: updates, statuses, tags, payments, the trash, and what is told of all that. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, type SiteEvent } from '../../events/index.ts';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, type Json, NAMESPACE, type Stored, valid } from '../testing/calls.fixture.ts';
import { input } from '../testing/forms.fixture.ts';
import { allTold } from '../testing/told.fixture.ts';

let t: TestServer;
let form: { id: string };
const heard: SiteEvent[] = [];
const SUBMISSION = 'wix.forms.v4.submission_';
const unlisten = listen(
  (['created', 'updated', 'deleted', 'status_updated', 'removed_submission_from_trash'] as const).map(
    (name) => `${SUBMISSION}${name}` as const,
  ),
  async (_db, event) => {
    heard.push(event);
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
  heard.length = 0;
});

const { call, post, make, submit, submitted, read } = formsCalls(() => t);
const update = ({ id, revision }: Stored, change: Json, more: Json = {}, as?: string) =>
  call('PATCH', `submissions/${id}`, { submission: { formId: form.id, revision, ...change, id }, ...more }, as);
const changed = async (stored: Stored, change: Json, more: Json = {}): Promise<Stored> => {
  const { body } = await update(stored, change, more);
  if (!body.submission) throw new Error(JSON.stringify(body));
  return body.submission;
};
/** The names of the events of a submission, in order, once the outbox is empty. */
async function told(id: string): Promise<string[]> {
  await allTold(t, id);
  return heard.filter((event) => event.entityId === id).map((event) => event.type.slice(SUBMISSION.length));
}

const PRODUCT = { id: '6b3f1f5e-1111-4222-8333-944455556666', productType: 'DIGITAL', priceType: 'FIXED_PRICE' };
const tickets = () =>
  input('tickets', 'PAYMENT', 'paymentOptions', {
    componentType: 'CHECKBOX_GROUP',
    checkboxGroupOptions: { label: 'Tickets', options: [{ label: 'Ticket', value: PRODUCT.id }] },
    validation: {
      products: [{ ...PRODUCT, fixedPriceOptions: { price: '12.35' }, quantityLimit: { minimum: 1, maximum: 10 } }],
    },
  });
const choice = (quantity: number, price: unknown = '12.35') => ({
  tickets: [{ productId: PRODUCT.id, price, quantity }],
});

describe('200: updates', () => {
  it('the fields present are the change; values are replaced as a whole; the revision goes up', async () => {
    const stored = await submitted(form.id, { ...valid, age: 7 });
    const next = await changed(stored, { submissions: { ...valid, name: 'Grace' }, seen: true });
    expect(next).toMatchObject({ submissions: { ...valid, name: 'Grace' }, seen: true, revision: '2' });
    expect(next.submissions).not.toHaveProperty('age');
    expect(await read(stored.id)).toEqual(next);
    expect(await changed(next, { tags: { tags: { tagIds: ['a'] } } })).toMatchObject({ submissions: next.submissions });
    expect(await told(stored.id)).toEqual(['created', 'updated', 'updated']);
  });

  it.each<[string, unknown, Json]>([
    ['text', 'submissions.name,seen', { ...valid, name: 'Grace', age: 7 }],
    ['list', ['submissions.name', 'seen'], { ...valid, name: 'Grace', age: 7 }],
    ['paths', { paths: ['submission.submissions.age'] }, valid],
  ])('a mask as %s changes what it names alone', async (_kind, mask, expected) => {
    const stored = await submitted(form.id, { ...valid, age: 7 });
    expect((await changed(stored, { submissions: { name: 'Grace' } }, { mask })).submissions).toEqual(expected);
  });

  it('a closed form keeps nobody from correcting what came before', async () => {
    const closing = await make({ name: 'Closing' });
    const stored = await submitted(closing.id);
    const { body } = await call('GET', `forms/${closing.id}`);
    await call('PATCH', `forms/${closing.id}`, {
      form: { id: closing.id, revision: body.form.revision, enabled: false },
    });
    const answer = await update(stored, { formId: closing.id, submissions: { ...valid, name: 'Grace' } });
    expect(answer.status).toBe(200);
  });

  it('of two who change at once one is told that somebody was quicker', async () => {
    const stored = await submitted(form.id);
    const answers = await Promise.all([1, 2, 3, 4].map((age) => update(stored, { submissions: { ...valid, age } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(stored.id)).revision).toBe('2');
  });
});

describe('statuses', () => {
  const PATHS: readonly (readonly [string, string, number])[] = [
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
  const standing = async (status: string): Promise<Stored> => {
    const { id } = await submitted(form.id);
    await sql`update submissions set status = ${status} where id = ${id}`.execute(t.db);
    return read(id);
  };

  it.each(PATHS)('%s → %s answers %s', async (from, to, status) => {
    const stored = await standing(from);
    const answer = await update(stored, { status: to });
    expect(answer.status).toBe(status);
    expect((await read(stored.id)).status).toBe(status === 200 ? to : from);
    if (status === 200) {
      expect(await told(stored.id)).toEqual(['created', 'updated', 'status_updated']);
      expect(heard.at(-1)?.payload).toMatchObject({ previousStatus: from, submission: { status: to } });
    } else {
      expect(answer.body.details.applicationError).toMatchObject({
        code: 'INVALID_STATUS_TRANSITION',
        data: { from, to },
      });
    }
  });

  it('confirm tells of the new status', async () => {
    const { id } = await submitted(form.id, valid, { status: 'PENDING' }, t.key);
    expect((await post(`submissions/${id}/confirm`, { submissionId: id })).body.submission.status).toBe('CONFIRMED');
    expect(await told(id)).toEqual(['created', 'updated', 'status_updated']);
  });

  it('the owner may have every submission of a form wait', async () => {
    const waiting = await make({ name: 'Waiting', submissionPolicy: { startsPending: true } });
    expect((await submitted(waiting.id)).status).toBe('PENDING');
  });
});

describe('payments', () => {
  let shop: { id: string };
  beforeAll(async () => {
    shop = await make({ name: 'Shop', formFields: [tickets()] });
  });

  it('the server makes the sum, numbers the orders and waits for the money', async () => {
    const orders = [];
    for (const quantity of [3, 1]) orders.push(await submitted(shop.id, choice(quantity)));
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

  it('nobody sets the order, and no other price is taken', async () => {
    const orderDetails = { itemSubtotal: '0.01', number: '1', currency: 'XXX' };
    const { status, orderDetails: made } = await submitted(
      shop.id,
      choice(2),
      { orderDetails, status: 'CONFIRMED' },
      t.key,
    );
    expect(status).toBe('PAYMENT_WAITING');
    expect(made).toMatchObject({ itemSubtotal: '24.70', currency: 'USD' });
    expect((await submit(shop.id, choice(2, '0.01'))).status).toBe(400);
    expect((await submit(shop.id, choice(11))).status).toBe(400);
  });

  it('what waits to be paid is reckoned anew when it is changed; what is paid stays', async () => {
    const stored = await submitted(shop.id, choice(1));
    const more = await changed(stored, { formId: shop.id, submissions: choice(4) });
    expect(more.orderDetails).toMatchObject({ itemSubtotal: '49.40' });
    const paid = await changed(more, { formId: shop.id, status: 'CONFIRMED' });
    const after = await changed(paid, { formId: shop.id, submissions: choice(1) });
    expect(after.orderDetails).toEqual(more.orderDetails);
  });

  it('nothing to pay is confirmed at once', async () => {
    expect(await submitted(shop.id, {})).toMatchObject({ status: 'CONFIRMED' });
  });
});

describe('a limit', () => {
  it('32 at once give exactly as many as the form takes', async () => {
    const limited = await make({ name: 'Limited to five', limitationRule: { maxAllowedSubmissions: 5 } });
    const answers = await Promise.all(Array.from({ length: 32 }, () => submit(limited.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const [refused] = answers.filter(({ status }) => status === 400);
    expect(refused?.body.details.validationError.fieldViolations[0].data.errors).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });
});

describe('tags and extended fields', () => {
  const tags = (...tagIds: string[]) => ({ tags: { tagIds } });
  const tagsOf = async (id: string) => ((await read(id)).tags as { tags: { tagIds: string[] } })?.tags.tagIds;

  it('one result for each of a list', async () => {
    const { id } = await submitted(form.id);
    const missing = '6b3f1f5e-1111-4222-8333-000000000000';
    const assign = { submissionIds: [id, missing, 'x'], assignTags: tags('a', 'b') };
    const { body } = await post('bulk/submissions/update-tags', assign);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 });
    expect(body.results.map((one: { itemMetadata: Json }) => [one.itemMetadata.id, one.itemMetadata.success])).toEqual([
      [id, true],
      [missing, false],
      ['x', false],
    ]);
    expect(body.results[1].itemMetadata.error).toMatchObject({ code: 'SUBMISSION_NOT_FOUND' });
    await post('bulk/submissions/update-tags', { submissionIds: [id], assignTags: tags('c'), unassignTags: tags('a') });
    expect(await tagsOf(id)).toEqual(['b', 'c']);
    expect(codeOf(await post('bulk/submissions/update-tags', { submissionIds: [id] }))).toBe(
      'EMPTY_ASSIGN_AND_UNASSIGN_LISTS',
    );
  });

  it('by filter, also more than the call itself takes on', async () => {
    const many = await make({ name: 'Many' });
    const first = await submitted(many.id);
    await sql`
      insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
      select site_id, gen_random_uuid(), form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since
      from submissions, generate_series(1, 1000) where id = ${first.id}`.execute(t.db);
    const filter = { namespace: NAMESPACE, formId: many.id };
    const answer = await post('bulk/submissions/update-tags-by-filter', { filter, assignTags: tags('vip') });
    expect(answer.body.jobId).toMatch(/^[0-9a-f-]{36}$/);
    const untagged = async () =>
      (await sql`select from submissions where form_id = ${many.id} and tags is null`.execute(t.db)).rows.length;
    for (let tries = 0; tries < 1_000 && (await untagged()) > 0; tries++)
      await new Promise((done) => setTimeout(done, 20));
    expect(await untagged()).toBe(0);
    const found = await post('submissions/count-by-filter', {
      filter: { ...filter, 'tags.tags.tagIds': { $hasAll: ['vip'] } },
    });
    expect(found.body.formsSubmissionsCount).toEqual([{ formId: many.id, totalCount: 1_001, unseenCount: 1_001 }]);
    const none = { ...filter, 'tags.tags.tagIds': { $hasSome: ['gone'] } };
    expect((await post('submissions/count-by-filter', { filter: none })).body.formsSubmissionsCount).toEqual([]);
  });

  it('extended fields of one namespace; the others stay', async () => {
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
  const results = (answer: { body: { results: { itemMetadata: { success: boolean } }[] } }) =>
    answer.body.results.map(({ itemMetadata }) => itemMetadata.success);

  it('bulk calls answer for each id, keep to the form and count what is in the trash', async () => {
    const own = await make({ name: 'Own' });
    const [a, b] = [await submitted(own.id), await submitted(own.id)];
    const elsewhere = await submitted(form.id);
    const ids = [a.id, b.id, elsewhere.id];
    const named = { formId: own.id };
    expect(results(await bulk('bulk/submissions/delete', ids, named))).toEqual([true, true, false]);
    const counted = { formIds: [own.id, form.id], namespace: NAMESPACE };
    const count = async (more: Json = {}) =>
      (await post('submissions/trash-bin/count', { ...counted, ...more })).body.formsDeletedSubmissionsCount[0];
    expect(await count()).toEqual({ formId: own.id, totalCount: 2 });
    expect(await count({ statuses: ['PENDING'] })).toEqual({ formId: own.id, totalCount: 0 });
    expect(await count({ namespace: 'wix.bookings.v2.bookings' })).toEqual({ formId: own.id, totalCount: 0 });
    expect(results(await bulk('submissions/trash-bin/delete', ids, named))).toEqual([true, true, false]);
    expect(await count()).toEqual({ formId: own.id, totalCount: 0 });
    expect(await told(a.id)).toEqual(['created', 'deleted', 'removed_submission_from_trash']);
    expect((await read(elsewhere.id)).id).toBe(elsewhere.id);
  });

  it('permanently deleted is deleted, not removed from the trash; restored is updated', async () => {
    const [a, b] = [await submitted(form.id), await submitted(form.id)];
    await bulk('bulk/submissions/delete', [a.id], { permanent: true });
    expect(await told(a.id)).toEqual(['created', 'deleted']);
    await call('DELETE', `submissions/${b.id}`);
    await post(`submissions/trash-bin/${b.id}/restore`, { submissionId: b.id });
    expect(await told(b.id)).toEqual(['created', 'deleted', 'updated']);
  });

  it('lists by status, ids, namespace and page', async () => {
    const own = await make({ name: 'Listed' });
    const pending = await submitted(own.id, valid, { status: 'PENDING' }, t.key);
    const made = [await submitted(own.id), await submitted(own.id), await submitted(own.id)];
    for (const { id } of [pending, ...made]) await call('DELETE', `submissions/${id}`);
    const list = async (more: string) => (await call('GET', `submissions/trash-bin?formId=${own.id}${more}`)).body;
    const ids = (page: { submissions: Stored[] }) => page.submissions.map(({ id }) => id);
    expect(ids(await list(''))).toEqual(made.map(({ id }) => id).reverse());
    expect(ids(await list('&statuses=PENDING'))).toEqual([pending.id]);
    expect(ids(await list('&statuses=PENDING&statuses=CONFIRMED'))).toHaveLength(4);
    expect(ids(await list('&namespace=wix.bookings.v2.bookings'))).toEqual([]);
    expect(ids(await list(`&submissionIds=${made[0]?.id}&submissionIds=${made[1]?.id}`))).toHaveLength(2);
    const first = await list('&paging.limit=2');
    const next = await list(`&paging.limit=2&paging.cursor=${first.pagingMetadata.cursors.next}`);
    expect([...ids(first), ...ids(next)]).toEqual(made.map(({ id }) => id).reverse());
  });
});

describe('400', () => {
  it.each<[string, Json, Json]>([
    ['INVALID_MASK', {}, { mask: 'orderDetails' }],
    ['INVALID_MASK', {}, { mask: 7 }],
  ])('%s for a mask of what cannot be changed', async (code, change, more) => {
    expect(codeOf(await update(await submitted(form.id), change, more))).toBe(code);
  });

  it('values that the form does not take', async () => {
    const answer = await update(await submitted(form.id), { submissions: { ...valid, age: 200 } });
    expect(answer.body.details.validationError.fieldViolations[0].ruleName).toBe('SUBMISSION_VALIDATION');
  });
});

describe('409', () => {
  it('a stale revision', async () => {
    const stored = await submitted(form.id);
    await changed(stored, { seen: true });
    const answer = await update(stored, { seen: false });
    expect([answer.status, codeOf(answer)]).toEqual([409, 'REVISION_MISMATCH']);
  });
});

describe('404', () => {
  it('a submission of another form', async () => {
    const other = await make({ name: 'Other' });
    const answer = await update(await submitted(form.id), { formId: other.id, seen: true });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'SUBMISSION_NOT_FOUND']);
  });
});
