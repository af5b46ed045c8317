import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { callsOf, many, outcomes, references, shownIds, single } from './reference-calls.fixture.ts';

const t: TestServer = await testServer();
const { post, insert, insertAll, create, link, unlink, replace, referenced, idsOf, update, definition, fieldOf } =
  callsOf(t);
const isReferenced = async (...asked: Parameters<ReturnType<typeof callsOf>['askReferenced']>): Promise<boolean> =>
  (await callsOf(t).askReferenced(...asked)).body.isReferenced;

beforeAll(async () => {
  await create('Authors', []);
  await create('Books', [
    single('first', 'Authors'),
    many('authors', 'Authors', 'books'),
    { key: 'title', type: 'TEXT' },
  ]);
});
afterAll(() => t.stop());

interface Result {
  readonly dataItem?: { readonly id: string };
  readonly referringItemId: string;
}

describe('200: links', () => {
  it('are made, told, taken away and replaced, in the order of linking', async () => {
    await insertAll('Books', ['b1']);
    await insertAll('Authors', ['z', 'a', 'm']);
    const made = await link('Books', 'authors', 'b1', ['z', 'a', 'm'], t.visitor);
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      results: [0, 1, 2].map((originalIndex) => ({
        action: 'INSERT',
        referenceMetadata: { originalIndex, success: true },
      })),
      bulkActionMetadata: { totalSuccesses: 3, totalFailures: 0, undetailedFailures: 0 },
    });
    expect(await idsOf('Books', 'authors', 'b1')).toEqual(['z', 'a', 'm']);
    expect(await idsOf('Books', 'authors', 'b1', { order: 'DESC' })).toEqual(['m', 'a', 'z']);
    expect(await isReferenced('Books', 'authors', 'b1', 'a', t.visitor)).toBe(true);

    const gone = await unlink('Books', 'authors', 'b1', ['a', 'nobody']);
    expect([gone.status, ...outcomes(gone)]).toEqual([200, 'done', 'WDE0153']);
    expect(gone.body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
    expect(await isReferenced('Books', 'authors', 'b1', 'a')).toBe(false);

    const replaced = await replace('Books', 'authors', 'b1', ['m', 'a', 'm']);
    expect(replaced.body.dataItemReferences.map((one: { referencedItemId: string }) => one.referencedItemId)).toEqual([
      'm',
      'a',
    ]);
    expect(await idsOf('Books', 'authors', 'b1')).toEqual(['m', 'a']);
    expect((await replace('Books', 'authors', 'b1', [])).status).toBe(200);
    expect(await idsOf('Books', 'authors', 'b1')).toEqual([]);
  });

  it('a second call links after the first, however many that linked', async () => {
    await insertAll('Books', ['order']);
    const ids = Array.from({ length: 900 }, (_, i) => `many ${i}`);
    await link('Books', 'authors', 'order', ids);
    await link('Books', 'authors', 'order', ['last']);
    const { body } = await referenced('Books', 'authors', 'order', {
      paging: { limit: 2, offset: 899 },
      returnTotalCount: true,
    });
    expect(shownIds({ body })).toEqual(['lost: many 899', 'lost: last']);
    expect(body.pagingMetadata.total).toBe(901);
  });

  it('of references of which some fail, each has its result', async () => {
    await insertAll('Books', ['some']);
    await link('Books', 'authors', 'some', ['a']);
    const mixed = await post(
      'bulk/items/insert-references',
      'Books',
      {
        dataItemReferences: [
          ...references('authors', 'some', 'a', 'z', 'z').dataItemReferences,
          ...references('authors', 'nowhere', 'a').dataItemReferences,
          ...references('title', 'some', 'a').dataItemReferences,
          ...references('authors', '', 'a').dataItemReferences,
        ],
      },
      t.key,
    );
    expect(mixed.status).toBe(200);
    expect(outcomes(mixed)).toEqual(['WDE0029', 'done', 'WDE0029', 'WDE0073', 'WDE0020', 'WDE0079']);
  });

  it('of identical links that race, one is made', async () => {
    await insertAll('Books', ['raced']);
    const all = await Promise.all(Array.from({ length: 32 }, () => link('Books', 'authors', 'raced', ['a', 'z'])));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter((answer) => codeOf(answer) === 'WDE0029')).toHaveLength(31);
    expect((await idsOf('Books', 'authors', 'raced')).toSorted()).toEqual(['a', 'z']);
  });

  it('of lists that race to replace each other, one stands as a whole', async () => {
    await insertAll('Books', ['fought']);
    const lists = Array.from({ length: 12 }, (_, i) => [`x${i}`, `y${i}`, 'both']);
    await Promise.all(lists.map((list) => replace('Books', 'authors', 'fought', list)));
    const left = await idsOf('Books', 'authors', 'fought');
    expect(lists.map((list) => list.map((id) => `lost: ${id}`))).toContainEqual(left);
  });

  it('a link that races the removal of its item never outlives it', async () => {
    await insertAll('Books', ['steady']);
    for (let round = 0; round < 10; round += 1) {
      await insertAll('Books', ['going']);
      await Promise.all([
        link('Books', 'authors', 'going', ['a', 'z', 'm']),
        post('items/remove', 'Books', { dataItemId: 'going' }, t.key),
        replace('Books', 'authors', 'going', ['a']),
      ]);
      await insertAll('Books', ['going']);
      expect(await idsOf('Books', 'authors', 'going')).toEqual([]);
      await post('items/remove', 'Books', { dataItemId: 'going' }, t.key);
    }
  });
});

describe('200: a single reference', () => {
  it('is told by is-referenced and query-referenced, whatever was sent as its value', async () => {
    await insertAll('Authors', ['solo']);
    await insert('Books', 'one', { first: 'solo' });
    await insert('Books', 'object', { first: { _id: 'solo', name: 'x' } });
    await insert('Books', 'wrong', { first: 5 });
    await insert('Books', 'lost', { first: 'nobody' });
    for (const id of ['one', 'object']) {
      expect(await isReferenced('Books', 'first', id, 'solo', t.visitor)).toBe(true);
      expect(await idsOf('Books', 'first', id)).toEqual(['solo']);
    }
    expect(await isReferenced('Books', 'first', 'wrong', 'solo')).toBe(false);
    expect(await idsOf('Books', 'first', 'wrong')).toEqual([]);
    expect(await idsOf('Books', 'first', 'lost')).toEqual(['lost: nobody']);
    expect(codeOf(await link('Books', 'first', 'one', ['a']))).toBe('WDE0020');
    expect(codeOf(await replace('Books', 'first', 'one', ['a']))).toBe('WDE0020');
  });
});

describe('200: query-referenced', () => {
  const people = Array.from({ length: 7 }, (_, i) => `p${i}`);
  beforeAll(async () => {
    await insertAll('Authors', people);
    await insertAll('Books', ['paged', 'other', 'none']);
    await link('Books', 'authors', 'paged', people);
    await link('Books', 'authors', 'other', ['p3', 'p1', 'lost one']);
  });

  it('pages by offset, 50 unless asked otherwise, with fields and a total', async () => {
    const { body } = await referenced('Books', 'authors', 'paged', {
      paging: { limit: 3, offset: 2 },
      fields: ['name'],
      returnTotalCount: true,
    });
    expect(body.results.map(({ dataItem }: Result) => dataItem)).toEqual(
      ['p2', 'p3', 'p4'].map((id) => ({ id, dataCollectionId: 'Authors', data: { _id: id, name: id } })),
    );
    expect(body.pagingMetadata).toMatchObject({ count: 3, offset: 2, total: 7, tooManyToCount: false, hasNext: true });
  });

  it.each(['ASC', 'DESC'])('pages by cursor both ways (%s), each item once, also while others link', async (order) => {
    const wanted = order === 'ASC' ? people : people.toReversed();
    let answer = await referenced('Books', 'authors', 'paged', { paging: { limit: 3 }, order, fields: ['name'] });
    expect(answer.body.pagingMetadata.cursors.prev).toBeUndefined();
    const seen = [shownIds(answer)];
    const follow = (cursor: string) =>
      post('items/query-referenced', 'Books', { cursorPaging: { limit: 3, cursor } }, t.key);
    while (answer.body.pagingMetadata.hasNext) {
      answer = await follow(answer.body.pagingMetadata.cursors.next);
      seen.push(shownIds(answer));
    }
    expect(seen).toEqual([wanted.slice(0, 3), wanted.slice(3, 6), wanted.slice(6)]);
    expect(answer.body.pagingMetadata.cursors.next).toBeUndefined();
    expect(Object.keys(answer.body.results[0].dataItem.data)).toEqual(['_id', 'name']);
    const back = await follow(answer.body.pagingMetadata.cursors.prev);
    expect(shownIds(back)).toEqual(wanted.slice(3, 6));
    const first = await follow(back.body.pagingMetadata.cursors.prev);
    expect(shownIds(first)).toEqual(wanted.slice(0, 3));
    expect(first.body.pagingMetadata.cursors.prev).toBeUndefined();
  });

  it('of a list of items: each with the one that refers to it, in the order of the list', async () => {
    const ask = (more: object) =>
      post(
        'items/query-referenced',
        'Books',
        { referringItemFieldName: 'authors', referringItemIds: ['other', 'missing', 'none', 'paged'], ...more },
        t.key,
      );
    const { body } = await ask({ cursorPaging: { limit: 5 }, fields: ['name'] });
    expect(body.results.map(({ referringItemId, dataItem }: Result) => [referringItemId, dataItem?.id])).toEqual([
      ['other', 'p3'],
      ['other', 'p1'],
      ['other', undefined],
      ['paged', 'p0'],
      ['paged', 'p1'],
    ]);
    expect(body.results[2].unresolvedReference).toEqual({ referringItemId: 'other', referencedItemId: 'lost one' });
    const rest = await post(
      'items/query-referenced',
      'Books',
      { cursorPaging: { limit: 50, cursor: body.pagingMetadata.cursors.next } },
      t.key,
    );
    expect(shownIds(rest)).toEqual(people.slice(2));
    expect(shownIds(await ask({ paging: { limit: 50, offset: 8 } }))).toEqual(['p5', 'p6']);
  });
});

describe('200: mirrors', () => {
  it('are made in the other collection, and read and write the same links', async () => {
    expect(await fieldOf('Authors', 'books')).toMatchObject({
      type: 'MULTI_REFERENCE',
      typeMetadata: { multiReference: { referencedCollectionId: 'Books', referencingFieldKey: 'authors' } },
    });
    await insertAll('Authors', ['ann', 'bob']);
    await insertAll('Books', ['left', 'right']);
    await link('Books', 'authors', 'left', ['ann', 'bob']);
    await link('Authors', 'books', 'ann', ['right']);
    expect(await idsOf('Authors', 'books', 'ann')).toEqual(['left', 'right']);
    expect(await idsOf('Books', 'authors', 'right')).toEqual(['ann']);
    expect(await isReferenced('Authors', 'books', 'bob', 'left')).toBe(true);
    expect(codeOf(await link('Authors', 'books', 'bob', ['left']))).toBe('WDE0029');
    await replace('Authors', 'books', 'ann', ['right']);
    expect(await idsOf('Books', 'authors', 'left')).toEqual(['bob']);
    await unlink('Authors', 'books', 'bob', ['left']);
    expect(await idsOf('Books', 'authors', 'left')).toEqual([]);
  });

  it('of a collection that comes later are made with it; both sides may be declared', async () => {
    await create('Early', [many('late', 'Late', 'early'), many('told', 'Late', 'back')]);
    await create('Late', [many('back', 'Early', 'told')]);
    expect(await fieldOf('Late', 'early')).toMatchObject({ type: 'MULTI_REFERENCE' });
    await insertAll('Early', ['e']);
    await insertAll('Late', ['l']);
    await link('Early', 'told', 'e', ['l']);
    await link('Late', 'early', 'l', ['e']);
    expect(await idsOf('Late', 'back', 'l')).toEqual(['e']);
    expect(await idsOf('Early', 'late', 'e')).toEqual(['l']);
    // A client that sends back what it read changes nothing.
    for (const id of ['Early', 'Late']) expect((await update(await definition(id))).status).toBe(200);
    expect(await idsOf('Late', 'back', 'l')).toEqual(['e']);
    expect(await idsOf('Early', 'late', 'e')).toEqual(['l']);
  });

  it('of a collection with itself', async () => {
    await create('People', [many('parents', 'People', 'children')]);
    await insertAll('People', ['mother', 'child']);
    await link('People', 'parents', 'child', ['mother']);
    expect(await idsOf('People', 'children', 'mother')).toEqual(['child']);
    await post('items/remove', 'People', { dataItemId: 'child' }, t.key);
    expect(await idsOf('People', 'children', 'mother')).toEqual([]);
  });

  it('of fields that were apart before turn the links of one round', async () => {
    await create('Apart', [many('to', 'Target')]);
    await create('Target', [many('from', 'Apart')]);
    await insertAll('Apart', ['x', 'y']);
    await insertAll('Target', ['u']);
    await link('Apart', 'to', 'x', ['u']);
    await link('Target', 'from', 'u', ['y']);
    const before = await definition('Apart');
    const fields = before.fields.map((field: { key: string }) =>
      field.key === 'to' ? many('to', 'Target', 'from') : field,
    );
    expect((await update({ ...before, fields })).status).toBe(200);
    expect((await idsOf('Target', 'from', 'u')).toSorted()).toEqual(['x', 'y']);
    expect(await idsOf('Apart', 'to', 'y')).toEqual(['u']);
  });

  it('go with the field that declares them, and are told to it when they go', async () => {
    await create('Owner', [many('refs', 'Shown', 'mirror'), many('kept', 'Shown', 'keeps')]);
    await create('Shown', []);
    const owner = await definition('Owner');
    await update({ ...owner, fields: owner.fields.filter(({ key }: { key: string }) => key !== 'refs') });
    expect(await fieldOf('Shown', 'mirror')).toBeUndefined();
    const shown = await definition('Shown');
    await update({ ...shown, fields: shown.fields.filter(({ key }: { key: string }) => key !== 'keeps') });
    expect((await fieldOf('Owner', 'kept')).typeMetadata.multiReference).toEqual({ referencedCollectionId: 'Shown' });
  });

  it('have no room where the other collection has another field', async () => {
    await create('Full', [{ key: 'taken', type: 'TEXT' }]);
    const collection = { id: 'NoRoom', fields: [many('refs', 'Full', 'taken')] };
    const refused = await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'WDE0080']);
  });
});
