import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import {
  callsOf,
  multiReferenceField,
  outcomesOf,
  referenceField,
  references,
  shownIdsOf,
} from '../testing/reference-calls.ts';

const t: TestServer = await testServer();
const { post, insert, insertAll, create, link, unlink, replace, referenced, idsOf, update, definition, fieldOf } =
  callsOf(t);
const isReferenced = async (...args: Parameters<ReturnType<typeof callsOf>['postIsReferenced']>): Promise<boolean> =>
  (await callsOf(t).postIsReferenced(...args)).body.isReferenced;

beforeAll(async () => {
  await create('Authors', []);
  await create('Books', [
    referenceField('first', 'Authors'),
    multiReferenceField('authors', 'Authors', 'books'),
    { key: 'title', type: 'TEXT' },
  ]);
});
afterAll(() => t.stop());

interface Result {
  readonly dataItem?: { readonly id: string };
  readonly referringItemId: string;
}

describe('200: links', () => {
  it('are inserted, returned, removed and replaced in the order of linking', async () => {
    await insertAll('Books', ['b1']);
    await insertAll('Authors', ['z', 'a', 'm']);
    const insertion = await link('Books', 'authors', 'b1', ['z', 'a', 'm'], t.visitor);
    expect(insertion.status).toBe(200);
    expect(insertion.body).toEqual({
      results: [0, 1, 2].map((originalIndex) => ({
        action: 'INSERT',
        referenceMetadata: { originalIndex, success: true },
      })),
      bulkActionMetadata: { totalSuccesses: 3, totalFailures: 0, undetailedFailures: 0 },
    });
    expect(await idsOf('Books', 'authors', 'b1')).toEqual(['z', 'a', 'm']);
    expect(await idsOf('Books', 'authors', 'b1', { order: 'DESC' })).toEqual(['m', 'a', 'z']);
    expect(await isReferenced('Books', 'authors', 'b1', 'a', t.visitor)).toBe(true);

    const removed = await unlink('Books', 'authors', 'b1', ['a', 'nobody']);
    expect([removed.status, ...outcomesOf(removed)]).toEqual([200, 'done', 'WDE0153']);
    expect(removed.body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
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

  it('are ordered after those of an earlier call, however many it inserted', async () => {
    await insertAll('Books', ['order']);
    const ids = Array.from({ length: 900 }, (_, i) => `many ${i}`);
    await link('Books', 'authors', 'order', ids);
    await link('Books', 'authors', 'order', ['last']);
    const { body } = await referenced('Books', 'authors', 'order', {
      paging: { limit: 2, offset: 899 },
      returnTotalCount: true,
    });
    expect(shownIdsOf({ body })).toEqual(['lost: many 899', 'lost: last']);
    expect(body.pagingMetadata.total).toBe(901);
  });

  it('have a result each if some of them fail', async () => {
    await insertAll('Books', ['some']);
    await link('Books', 'authors', 'some', ['a']);
    const mixedResponse = await post(
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
    expect(mixedResponse.status).toBe(200);
    expect(outcomesOf(mixedResponse)).toEqual(['WDE0029', 'done', 'WDE0029', 'WDE0073', 'WDE0020', 'WDE0079']);
  });

  it('are inserted once by concurrent calls', async () => {
    await insertAll('Books', ['raced']);
    const all = await Promise.all(Array.from({ length: 32 }, () => link('Books', 'authors', 'raced', ['a', 'z'])));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter((response) => codeOf(response) === 'WDE0029')).toHaveLength(31);
    expect((await idsOf('Books', 'authors', 'raced')).toSorted()).toEqual(['a', 'z']);
  });

  it('are those of exactly one list after concurrent replacements', async () => {
    await insertAll('Books', ['fought']);
    const lists = Array.from({ length: 12 }, (_, i) => [`x${i}`, `y${i}`, 'both']);
    await Promise.all(lists.map((list) => replace('Books', 'authors', 'fought', list)));
    const left = await idsOf('Books', 'authors', 'fought');
    expect(lists.map((list) => list.map((id) => `lost: ${id}`))).toContainEqual(left);
  });

  it('never remain after their item, even if it is removed concurrently', async () => {
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
  it('is returned by is-referenced and query-referenced, whatever form its value had in the request', async () => {
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

  it('returns pages by offset, of 50 by default, with selected fields and a total', async () => {
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

  it.each(['ASC', 'DESC'])(
    'returns each item once by cursor in both directions (%s), also during concurrent inserts',
    async (order) => {
      const expectedIds = order === 'ASC' ? people : people.toReversed();
      let response = await referenced('Books', 'authors', 'paged', { paging: { limit: 3 }, order, fields: ['name'] });
      expect(response.body.pagingMetadata.cursors.prev).toBeUndefined();
      const seen = [shownIdsOf(response)];
      const follow = (cursor: string) =>
        post('items/query-referenced', 'Books', { cursorPaging: { limit: 3, cursor } }, t.key);
      while (response.body.pagingMetadata.hasNext) {
        response = await follow(response.body.pagingMetadata.cursors.next);
        seen.push(shownIdsOf(response));
      }
      expect(seen).toEqual([expectedIds.slice(0, 3), expectedIds.slice(3, 6), expectedIds.slice(6)]);
      expect(response.body.pagingMetadata.cursors.next).toBeUndefined();
      expect(Object.keys(response.body.results[0].dataItem.data)).toEqual(['_id', 'name']);
      const back = await follow(response.body.pagingMetadata.cursors.prev);
      expect(shownIdsOf(back)).toEqual(expectedIds.slice(3, 6));
      const first = await follow(back.body.pagingMetadata.cursors.prev);
      expect(shownIdsOf(first)).toEqual(expectedIds.slice(0, 3));
      expect(first.body.pagingMetadata.cursors.prev).toBeUndefined();
    },
  );

  it('returns the references of a list of items in the order of the list, with the referring item', async () => {
    const queryReferenced = (more: object) =>
      post(
        'items/query-referenced',
        'Books',
        { referringItemFieldName: 'authors', referringItemIds: ['other', 'missing', 'none', 'paged'], ...more },
        t.key,
      );
    const { body } = await queryReferenced({ cursorPaging: { limit: 5 }, fields: ['name'] });
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
    expect(shownIdsOf(rest)).toEqual(people.slice(2));
    expect(shownIdsOf(await queryReferenced({ paging: { limit: 50, offset: 8 } }))).toEqual(['p5', 'p6']);
  });
});

describe('200: mirrors', () => {
  it('are created in the other collection, and read and write the same links', async () => {
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

  it('are created together with a collection that is created later, and may be declared at both ends', async () => {
    await create('Early', [
      multiReferenceField('late', 'Late', 'early'),
      multiReferenceField('declared', 'Late', 'back'),
    ]);
    await create('Late', [multiReferenceField('back', 'Early', 'declared')]);
    expect(await fieldOf('Late', 'early')).toMatchObject({ type: 'MULTI_REFERENCE' });
    await insertAll('Early', ['e']);
    await insertAll('Late', ['l']);
    await link('Early', 'declared', 'e', ['l']);
    await link('Late', 'early', 'l', ['e']);
    expect(await idsOf('Late', 'back', 'l')).toEqual(['e']);
    expect(await idsOf('Early', 'late', 'e')).toEqual(['l']);
    // Writing a definition back unchanged has no effect.
    for (const id of ['Early', 'Late']) expect((await update(await definition(id))).status).toBe(200);
    expect(await idsOf('Late', 'back', 'l')).toEqual(['e']);
    expect(await idsOf('Early', 'late', 'e')).toEqual(['l']);
  });

  it('are created for references from a collection to itself', async () => {
    await create('People', [multiReferenceField('parents', 'People', 'children')]);
    await insertAll('People', ['mother', 'child']);
    await link('People', 'parents', 'child', ['mother']);
    expect(await idsOf('People', 'children', 'mother')).toEqual(['child']);
    await post('items/remove', 'People', { dataItemId: 'child' }, t.key);
    expect(await idsOf('People', 'children', 'mother')).toEqual([]);
  });

  it('reverse the links of one field if two existing fields are connected', async () => {
    await create('Apart', [multiReferenceField('to', 'Target')]);
    await create('Target', [multiReferenceField('from', 'Apart')]);
    await insertAll('Apart', ['x', 'y']);
    await insertAll('Target', ['u']);
    await link('Apart', 'to', 'x', ['u']);
    await link('Target', 'from', 'u', ['y']);
    const before = await definition('Apart');
    const fields = before.fields.map((field: { key: string }) =>
      field.key === 'to' ? multiReferenceField('to', 'Target', 'from') : field,
    );
    expect((await update({ ...before, fields })).status).toBe(200);
    expect((await idsOf('Target', 'from', 'u')).toSorted()).toEqual(['x', 'y']);
    expect(await idsOf('Apart', 'to', 'y')).toEqual(['u']);
  });

  it('are removed with the declaring field, and are removed from its declaration when they are deleted', async () => {
    await create('Owner', [
      multiReferenceField('refs', 'Shown', 'mirror'),
      multiReferenceField('other', 'Shown', 'otherMirror'),
    ]);
    await create('Shown', []);
    const owner = await definition('Owner');
    await update({ ...owner, fields: owner.fields.filter(({ key }: { key: string }) => key !== 'refs') });
    expect(await fieldOf('Shown', 'mirror')).toBeUndefined();
    const shown = await definition('Shown');
    await update({ ...shown, fields: shown.fields.filter(({ key }: { key: string }) => key !== 'otherMirror') });
    expect((await fieldOf('Owner', 'other')).typeMetadata.multiReference).toEqual({ referencedCollectionId: 'Shown' });
  });

  it('are rejected if the other collection has a different field with their key', async () => {
    await create('Full', [{ key: 'taken', type: 'TEXT' }]);
    const collection = { id: 'NoRoom', fields: [multiReferenceField('refs', 'Full', 'taken')] };
    const rejected = await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'WDE0080']);
  });
});
