/** Who may do what with references, and what nobody learns by them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { AUTHORS, callsOf, many, references, shownIds, single } from './reference-calls.fixture.ts';

const t: TestServer = await testServer();
const calls = callsOf(t);
const { post, insert, insertAll, create, link, unlink, replace, referenced, idsOf, askReferenced, get } = calls;
const editor = await t.userToken('editor');
const owner = await t.userToken('owner');
const viewer = await t.userToken('viewer');

beforeAll(async () => {
  await create('Open', []);
  await create('Secret', [{ key: 'pin', type: 'TEXT' }], { read: 'ADMIN' });
  await create('Diary', [{ key: 'pin', type: 'TEXT', access: { read: 'PRIVILEGED' } }], AUTHORS);
  const fields = [
    many('open', 'Open', 'back'),
    many('secret', 'Secret', 'back'),
    many('diary', 'Diary', 'back'),
    single('oneSecret', 'Secret'),
    single('oneDiary', 'Diary'),
    { ...many('hidden', 'Open', 'hiddenBack'), access: { read: 'CMS_EDITOR' } },
    { ...single('oneHidden', 'Open'), access: { read: 'CMS_EDITOR' } },
    { ...many('locked', 'Open', 'lockedBack'), access: { write: 'CMS_EDITOR' } },
  ];
  await create('Public', fields);
  await create(
    'Owned',
    fields.map(({ key, ...field }) => ({ key, ...field, typeMetadata: unmirrored(field) })),
    AUTHORS,
  );
  await create('Closed', [many('open', 'Open')], { read: 'ANYONE' });
  await insertAll('Open', ['o1', 'o2']);
  await insertAll('Secret', ['s1']);
  await insert('Diary', 'mine', { pin: 1, text: 'mine' }, t.member);
  await insert('Diary', 'theirs', { pin: 2, text: 'theirs' }, t.otherMember);
  const data = { oneSecret: 's1', oneDiary: 'theirs', oneHidden: 'o1' };
  const links = {
    open: ['o1', 'o2'],
    secret: ['s1', 'not there'],
    diary: ['mine', 'theirs', 'not there'],
    hidden: ['o1'],
    locked: ['o1'],
  };
  await insert('Public', 'p', { ...data, ...links }, t.key, { saveReferences: true });
  await insert('Owned', 'own', data, t.member);
  await insert('Owned', 'foreign', data, t.otherMember);
  await insertAll('Closed', ['c']);
});
afterAll(() => t.stop());

function unmirrored({ typeMetadata }: { typeMetadata: object }) {
  const { multiReference, ...rest } = typeMetadata as { multiReference?: { referencedCollectionId: string } };
  if (!multiReference) return rest;
  return { multiReference: { referencedCollectionId: multiReference.referencedCollectionId } };
}

describe('who may link: whoever may update the referring item', () => {
  it.each([
    ['visitor', t.visitor, 'Closed', 'c', 403],
    ['member', t.member, 'Closed', 'c', 403],
    ['viewer', viewer, 'Closed', 'c', 403],
    ['owner', owner, 'Closed', 'c', 200],
    ['key', t.key, 'Closed', 'c', 200],
    ['visitor', t.visitor, 'Public', 'p', 200],
    ['visitor', t.visitor, 'Owned', 'own', 403],
    ['the author', t.member, 'Owned', 'own', 200],
    ['an editor', editor, 'Owned', 'own', 200],
    ['the owner of the site', owner, 'Owned', 'own', 200],
    ['a key', t.key, 'Owned', 'own', 200],
  ])('%s %# in %s: %s', async (_, as, collectionId, id, status) => {
    const far = `linked ${Math.random()}`;
    const answers = [
      await link(collectionId, 'open', id, [far], as),
      await unlink(collectionId, 'open', id, [far], as),
      await replace(collectionId, 'open', id, ['o1', 'o2'], as),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    if (status === 403) expect(answers.map(codeOf)).toEqual(['WDE0027', 'WDE0027', 'WDE0027']);
  });

  it("another's item is as missing as one that is not there, for every call", async () => {
    for (const id of ['foreign', 'not there']) {
      const answers = [
        await link('Owned', 'open', id, ['o1'], t.member),
        await unlink('Owned', 'open', id, ['o1'], t.member),
        await replace('Owned', 'open', id, ['o1'], t.member),
        await referenced('Owned', 'open', id, {}, t.member),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(answers.map(codeOf)).toEqual(['WDE0073', 'WDE0073', 'WDE0073', 'WDE0073']);
      for (const { text } of answers) expect(text).not.toContain(t.otherMemberId);
      expect((await askReferenced('Owned', 'open', id, 'o1', t.member)).body).toEqual({ isReferenced: false });
    }
  });

  it("another's item that may be read is refused openly", async () => {
    await create('Shown', [many('open', 'Open')], { ...AUTHORS, read: 'ANYONE' });
    await insert('Shown', 'foreign', {}, t.otherMember);
    await insert('Shown', 'own', {}, t.member);
    const refused = await link('Shown', 'open', 'foreign', ['o1'], t.member);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'WDE0027']);
    const mixed = {
      dataItemReferences: [
        ...references('open', 'own', 'o1').dataItemReferences,
        ...references('open', 'foreign', 'o1').dataItemReferences,
      ],
    };
    const { status, body } = await post('bulk/items/insert-references', 'Shown', mixed, t.member);
    expect([status, body.results[0].referenceMetadata.success]).toEqual([200, true]);
    expect(body.results[1].referenceMetadata.error.code).toBe('WDE0027');
  });
});

describe('who may read: whoever may read both', () => {
  it('query-referenced: what may not be read is unresolved, and so is what is not there', async () => {
    expect(await idsOf('Public', 'open', 'p', {}, t.visitor)).toEqual(['o1', 'o2']);
    expect(await idsOf('Public', 'secret', 'p', {}, t.visitor)).toEqual(['not for you: s1', 'not for you: not there']);
    const notMine = ['mine', 'theirs', 'not there'].map((id) => `not for you: ${id}`);
    expect(await idsOf('Public', 'diary', 'p', {}, t.visitor)).toEqual(notMine);
    expect(await idsOf('Public', 'diary', 'p', {}, t.member)).toEqual(['mine', ...notMine.slice(1)]);
    for (const as of [owner, editor, t.key])
      expect(await idsOf('Public', 'diary', 'p', {}, as)).toEqual(['mine', 'theirs', 'lost: not there']);
    expect(await idsOf('Public', 'oneDiary', 'p', {}, t.member)).toEqual(['not for you: theirs']);
    expect((await referenced('Public', 'secret', 'p', {}, t.visitor)).text).not.toContain('name');
  });

  it('query-referenced of a list passes over items that may not be read', async () => {
    const { body } = await post(
      'items/query-referenced',
      'Owned',
      { referringItemFieldName: 'oneDiary', referringItemIds: ['foreign', 'own', 'not there'], returnTotalCount: true },
      t.member,
    );
    expect(shownIds({ body })).toEqual(['not for you: theirs']);
    expect(body.pagingMetadata.total).toBe(1);
  });

  it('is-referenced', async () => {
    expect((await askReferenced('Public', 'diary', 'p', 'mine', t.member)).body).toEqual({ isReferenced: true });
    expect((await askReferenced('Public', 'diary', 'p', 'theirs', t.member)).body).toEqual({ isReferenced: false });
    expect((await askReferenced('Public', 'oneDiary', 'p', 'theirs', t.member)).body).toEqual({ isReferenced: false });
    expect((await askReferenced('Public', 'diary', 'p', 'theirs')).body).toEqual({ isReferenced: true });
    const refused = await askReferenced('Public', 'secret', 'p', 's1', t.visitor);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'WDE0027']);
  });

  it('included items: the id stays of one, of many they are left out, hidden fields of the other too', async () => {
    const includeReferences = ['secret', 'diary', 'oneSecret', 'oneDiary', 'open'].map((field) => ({ field }));
    for (const as of [t.visitor, t.member]) {
      const one = (await get('Public', 'p', { includeReferences }, as)).body.dataItem.data;
      const page = await post('items/query', 'Public', { includeReferences }, as);
      const found = await post('items/search', 'Public', { search: {}, includeReferences }, as);
      expect(page.body.dataItems[0].data).toEqual(one);
      expect(found.body.dataItems[0].data).toEqual(one);
      expect(one).toMatchObject({ secret: [], oneSecret: 's1', oneDiary: 'theirs' });
      const { pin, text, ...rest } = one.diary[0] ?? {};
      expect([pin, text]).toEqual([undefined, as === t.member ? 'mine' : undefined]);
      expect(Object.keys(rest)).toHaveLength(as === t.member ? 4 : 0);
      expect(one.diary).toHaveLength(as === t.member ? 1 : 0);
      expect(one.open.map(({ _id }: { _id: string }) => _id)).toEqual(['o1', 'o2']);
    }
    const all = (await get('Public', 'p', { includeReferences })).body.dataItem.data;
    expect([all.secret[0].name, all.oneSecret.name, all.oneDiary.pin]).toEqual(['s1', 's1', 2]);
  });

  it('what a writer is answered holds no more than they may read', async () => {
    const { body } = await post(
      'items/update',
      'Public',
      {
        dataItem: { id: 'p', data: { _id: 'p', oneSecret: 's1', oneDiary: 'theirs' } },
        includeReferencedItems: true,
      },
      t.visitor,
    );
    expect(body.dataItem.data).toMatchObject({ oneSecret: 's1', oneDiary: 'theirs', secret: [], diary: [] });
    expect(body.dataItem.data.hidden).toBeUndefined();
  });
});

describe('fields kept from the caller', () => {
  it('a hidden reference is as unknown as none, by its mirror too', async () => {
    for (const [collectionId, field, near, far] of [
      ['Public', 'hidden', 'p', 'o1'],
      ['Open', 'hiddenBack', 'o1', 'p'],
      ['Public', 'undeclared', 'p', 'o1'],
    ] as const) {
      const answers = [
        await referenced(collectionId, field, near, {}, t.visitor),
        await askReferenced(collectionId, field, near, far, t.visitor),
        await link(collectionId, field, near, [far], t.visitor),
        await unlink(collectionId, field, near, [far], t.visitor),
        await replace(collectionId, field, near, [far], t.visitor),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['WDE0020']));
    }
    expect(await idsOf('Public', 'hidden', 'p', {}, editor)).toEqual(['o1']);
    const includeReferences = [{ field: 'hidden' }, { field: 'oneHidden' }, { field: 'hiddenBack' }];
    const seen = (await get('Public', 'p', { includeReferences }, t.visitor)).body.dataItem.data;
    expect([seen.hidden, seen.oneHidden]).toEqual([undefined, undefined]);
  });

  it('a filter on a hidden reference finds nothing out', async () => {
    const count = async (collectionId: string, filter: object, as: string) =>
      (await post('items/count', collectionId, { filter }, as)).body.totalCount;
    for (const [collectionId, field, far] of [
      ['Public', 'hidden', 'o1'],
      ['Open', 'hiddenBack', 'p'],
    ] as const) {
      for (const filter of [{ $hasSome: [far] }, { $hasAll: [far] }, { $eq: far }, { $exists: true }, { $gt: '' }])
        expect(await count(collectionId, { [field]: filter }, t.visitor)).toBe(0);
      expect(await count(collectionId, { [field]: { $hasSome: [far] } }, editor)).toBe(1);
    }
  });

  it('a locked reference keeps its links, whoever else may write the item', async () => {
    const refused = await link('Public', 'locked', 'p', ['o2'], t.visitor);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'WDE0027']);
    expect((await link('Open', 'lockedBack', 'o2', ['p'], t.visitor)).status).toBe(403);
    await post(
      'items/update',
      'Public',
      { dataItem: { id: 'p', data: { _id: 'p', locked: ['o2'] } }, saveReferences: true },
      t.visitor,
    );
    expect(await idsOf('Public', 'locked', 'p')).toEqual(['o1']);
    expect((await link('Public', 'locked', 'p', ['o2'], editor)).status).toBe(200);
  });
});

describe('between sites', () => {
  it('ids of another site lead nowhere', async () => {
    const second = await t.secondSite();
    const there = (path: string, body: object, as: string) =>
      t.call({ method: 'POST', path: `/v2/${path}`, as, body, headers: { 'wix-site-id': second.site.id } });
    const permissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE' };
    const collection = { id: 'Open', permissions };
    expect((await there('collections', { collection }, second.key)).status).toBe(200);
    const dataItem = { id: 'elsewhere', data: { text: 'other site' } };
    expect((await there('items', { dataCollectionId: 'Open', dataItem }, second.key)).status).toBe(200);
    await link('Public', 'open', 'p', ['elsewhere']);
    expect(await idsOf('Public', 'open', 'p')).toEqual(['o1', 'o2', 'lost: elsewhere']);
    const { body } = await get('Public', 'p', { includeReferences: [{ field: 'open' }] });
    expect(body.dataItem.data.open).toHaveLength(2);
    const asked = { dataCollectionId: 'Public', referringItemFieldName: 'open', referringItemId: 'p' };
    expect(codeOf(await there('items/query-referenced', asked, second.visitor))).toBe('WDE0025');
    const sent = { dataCollectionId: 'Public', ...references('open', 'p', 'elsewhere') };
    expect(codeOf(await there('bulk/items/insert-references', sent, second.visitor))).toBe('WDE0025');
  });

  it('a cursor opens nothing for another collection, call, site, or with less to see', async () => {
    const { body } = await referenced('Public', 'open', 'p', { paging: { limit: 1 } });
    const { next: cursor } = body.pagingMetadata.cursors;
    const follow = (path: string, collectionId: string, as: string) =>
      post(path, collectionId, { cursorPaging: { cursor }, query: { cursorPaging: { cursor } } }, as);
    expect((await follow('items/query-referenced', 'Public', t.key)).status).toBe(200);
    for (const refused of [
      await follow('items/query-referenced', 'Public', t.visitor),
      await follow('items/query-referenced', 'Closed', t.key),
      await follow('items/query', 'Public', t.key),
    ]) {
      expect([refused.status, codeOf(refused)]).toEqual([400, 'WDE0152']);
    }
  });
});

describe('400 and 404', () => {
  const at = { referringItemFieldName: 'open', referringItemId: 'p' };
  const one = { ...at, referencedItemId: 'o1' };
  const wrong = { fieldName: 'open', referringItemId: 'p', referencedItemId: 'o1' };
  it.each([
    ['nothing', 'bulk/items/insert-references', { dataItemReferences: [] }, 'WDE0080'],
    ['a wrong key', 'bulk/items/insert-references', { references: [one] }, 'WDE0080'],
    ['a wrong key', 'bulk/items/remove-references', { dataItemIds: [one] }, 'WDE0080'],
    ['a wrong key of a reference', 'bulk/items/insert-references', { dataItemReferences: [wrong] }, 'WDE0080'],
    ['a wrong key', 'items/replace-references', { ...at, referencedItemIds: ['o1'] }, 'WDE0080'],
    ['a wrong key', 'items/is-referenced', { ...at, itemId: 'o1' }, 'WDE0080'],
    ['more than 1,000', 'bulk/items/insert-references', references('open', 'p', ...Array(1_001).fill('x')), 'WDE0080'],
    ['an empty id', 'bulk/items/insert-references', references('open', 'p', ''), 'WDE0079'],
    ['half a surrogate pair', 'bulk/items/insert-references', references('open', 'p', '\ud800'), 'WDE0079'],
    ['a field of another type', 'bulk/items/insert-references', references('oneSecret', 'p', 'x'), 'WDE0020'],
    ['no field', 'items/query-referenced', { referringItemId: 'p' }, 'WDE0080'],
    ['no item', 'items/query-referenced', { referringItemFieldName: 'open' }, 'WDE0080'],
    ['a cursor of nobody', 'items/query-referenced', { cursorPaging: { cursor: 'x'.repeat(60) } }, 'WDE0152'],
    [
      'too many to replace',
      'items/replace-references',
      { referringItemFieldName: 'open', referringItemId: 'p', newReferencedItemIds: Array(1_001).fill('x') },
      'WDE0080',
    ],
  ])('%s', async (_, path, body, expected) => {
    const refused = await post(path, 'Public', body);
    expect([refused.status, codeOf(refused)]).toEqual([400, expected]);
  });

  it('nothing was linked, or nothing was there to unlink', async () => {
    const again = await link('Public', 'open', 'p', ['o1', 'o2']);
    expect([again.status, codeOf(again)]).toEqual([409, 'WDE0029']);
    const missing = await unlink('Public', 'open', 'p', ['never linked']);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'WDE0153']);
    expect((await link('Nowhere', 'open', 'p', ['o1'])).status).toBe(404);
  });

  it('a collection that is held to its fields links to what is there, and tells no more than its caller may read', async () => {
    await create('Strict', [many('open', 'Open'), many('secret', 'Secret'), many('diary', 'Diary')], undefined, {
      validated: true,
    });
    await insert('Strict', 's', {}, t.visitor);
    const refused = await link('Strict', 'open', 's', ['not there'], t.visitor);
    expect([refused.status, codeOf(refused)]).toEqual([404, 'WDE0153']);
    expect((await link('Strict', 'open', 's', ['o1'], t.visitor)).status).toBe(200);
    for (const far of ['s1', 'not there'])
      expect((await link('Strict', 'secret', 's', [far], t.visitor)).status).toBe(200);
    for (const far of ['theirs', 'not there'])
      expect(codeOf(await link('Strict', 'diary', 's', [far], t.member))).toBe('WDE0153');
    expect((await link('Strict', 'diary', 's', ['mine'], t.member)).status).toBe(200);
  });

  it('SANDBOX: there is none', async () => {
    const refused = await referenced('Public', 'open', 'p', { environment: 'SANDBOX' });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'WDE0179']);
  });
});

describe('401', () => {
  it('without a token', async () => {
    for (const path of ['items/is-referenced', 'bulk/items/insert-references', 'items/query-referenced'])
      expect((await t.call({ method: 'POST', path: `/v2/${path}`, body: {} })).status).toBe(401);
  });
});
