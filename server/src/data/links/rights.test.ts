/** Tests the permissions on references, and that references do not reveal other information. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import {
  AUTHORS,
  callsOf,
  multiReferenceField,
  referenceField,
  references,
  shownIdsOf,
} from '../testing/reference-calls.ts';

const t: TestServer = await testServer();
const calls = callsOf(t);
const { post, insert, insertAll, create, link, unlink, replace, referenced, idsOf, postIsReferenced, get } = calls;
const editor = await t.userToken('editor');
const owner = await t.userToken('owner');
const viewer = await t.userToken('viewer');

beforeAll(async () => {
  await create('Open', []);
  await create('Secret', [{ key: 'pin', type: 'TEXT' }], { read: 'ADMIN' });
  await create('Diary', [{ key: 'pin', type: 'TEXT', access: { read: 'PRIVILEGED' } }], AUTHORS);
  const fields = [
    multiReferenceField('open', 'Open', 'back'),
    multiReferenceField('secret', 'Secret', 'back'),
    multiReferenceField('diary', 'Diary', 'back'),
    referenceField('oneSecret', 'Secret'),
    referenceField('oneDiary', 'Diary'),
    { ...multiReferenceField('hidden', 'Open', 'hiddenBack'), access: { read: 'CMS_EDITOR' } },
    { ...referenceField('oneHidden', 'Open'), access: { read: 'CMS_EDITOR' } },
    { ...multiReferenceField('locked', 'Open', 'lockedBack'), access: { write: 'CMS_EDITOR' } },
  ];
  await create('Public', fields);
  await create(
    'Owned',
    fields.map(({ key, ...field }) => ({ key, ...field, typeMetadata: withoutMirror(field) })),
    AUTHORS,
  );
  await create('Closed', [multiReferenceField('open', 'Open')], { read: 'ANYONE' });
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

function withoutMirror({ typeMetadata }: { typeMetadata: object }) {
  const { multiReference, ...rest } = typeMetadata as { multiReference?: { referencedCollectionId: string } };
  if (!multiReference) return rest;
  return { multiReference: { referencedCollectionId: multiReference.referencedCollectionId } };
}

describe('links require permission to update the referring item', () => {
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
    const referencedId = `linked ${Math.random()}`;
    const responses = [
      await link(collectionId, 'open', id, [referencedId], as),
      await unlink(collectionId, 'open', id, [referencedId], as),
      await replace(collectionId, 'open', id, ['o1', 'o2'], as),
    ];
    expect(responses.map((response) => response.status)).toEqual([status, status, status]);
    if (status === 403) expect(responses.map(codeOf)).toEqual(['WDE0027', 'WDE0027', 'WDE0027']);
  });

  it('reports an item of another owner as missing in every call', async () => {
    for (const id of ['foreign', 'not there']) {
      const responses = [
        await link('Owned', 'open', id, ['o1'], t.member),
        await unlink('Owned', 'open', id, ['o1'], t.member),
        await replace('Owned', 'open', id, ['o1'], t.member),
        await referenced('Owned', 'open', id, {}, t.member),
      ];
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(responses.map(codeOf)).toEqual(['WDE0073', 'WDE0073', 'WDE0073', 'WDE0073']);
      for (const { text } of responses) expect(text).not.toContain(t.otherMemberId);
      expect((await postIsReferenced('Owned', 'open', id, 'o1', t.member)).body).toEqual({ isReferenced: false });
    }
  });

  it('returns 403 for an item of another owner that the caller may read', async () => {
    await create('Shown', [multiReferenceField('open', 'Open')], { ...AUTHORS, read: 'ANYONE' });
    await insert('Shown', 'foreign', {}, t.otherMember);
    await insert('Shown', 'own', {}, t.member);
    const rejected = await link('Shown', 'open', 'foreign', ['o1'], t.member);
    expect([rejected.status, codeOf(rejected)]).toEqual([403, 'WDE0027']);
    const mixedReferences = {
      dataItemReferences: [
        ...references('open', 'own', 'o1').dataItemReferences,
        ...references('open', 'foreign', 'o1').dataItemReferences,
      ],
    };
    const { status, body } = await post('bulk/items/insert-references', 'Shown', mixedReferences, t.member);
    expect([status, body.results[0].referenceMetadata.success]).toEqual([200, true]);
    expect(body.results[1].referenceMetadata.error.code).toBe('WDE0027');
  });
});

describe('reading references requires permission to read both items', () => {
  it('query-referenced returns unreadable and missing items as unresolved', async () => {
    expect(await idsOf('Public', 'open', 'p', {}, t.visitor)).toEqual(['o1', 'o2']);
    expect(await idsOf('Public', 'secret', 'p', {}, t.visitor)).toEqual(['not for you: s1', 'not for you: not there']);
    const unresolvedIds = ['mine', 'theirs', 'not there'].map((id) => `not for you: ${id}`);
    expect(await idsOf('Public', 'diary', 'p', {}, t.visitor)).toEqual(unresolvedIds);
    expect(await idsOf('Public', 'diary', 'p', {}, t.member)).toEqual(['mine', ...unresolvedIds.slice(1)]);
    for (const as of [owner, editor, t.key])
      expect(await idsOf('Public', 'diary', 'p', {}, as)).toEqual(['mine', 'theirs', 'lost: not there']);
    expect(await idsOf('Public', 'oneDiary', 'p', {}, t.member)).toEqual(['not for you: theirs']);
    expect((await referenced('Public', 'secret', 'p', {}, t.visitor)).text).not.toContain('name');
  });

  it('query-referenced of a list skips unreadable items', async () => {
    const { body } = await post(
      'items/query-referenced',
      'Owned',
      { referringItemFieldName: 'oneDiary', referringItemIds: ['foreign', 'own', 'not there'], returnTotalCount: true },
      t.member,
    );
    expect(shownIdsOf({ body })).toEqual(['not for you: theirs']);
    expect(body.pagingMetadata.total).toBe(1);
  });

  it('is-referenced returns false for unreadable items', async () => {
    expect((await postIsReferenced('Public', 'diary', 'p', 'mine', t.member)).body).toEqual({ isReferenced: true });
    expect((await postIsReferenced('Public', 'diary', 'p', 'theirs', t.member)).body).toEqual({ isReferenced: false });
    expect((await postIsReferenced('Public', 'oneDiary', 'p', 'theirs', t.member)).body).toEqual({
      isReferenced: false,
    });
    expect((await postIsReferenced('Public', 'diary', 'p', 'theirs')).body).toEqual({ isReferenced: true });
    const rejected = await postIsReferenced('Public', 'secret', 'p', 's1', t.visitor);
    expect([rejected.status, codeOf(rejected)]).toEqual([403, 'WDE0027']);
  });

  it('includes keep the id of a single reference, and leave out other unreadable items and hidden fields', async () => {
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

  it('writes return no more than the caller may read', async () => {
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

describe('hidden and locked fields', () => {
  it('report a hidden reference as unknown, also through its mirror', async () => {
    for (const [collectionId, field, referringId, referencedId] of [
      ['Public', 'hidden', 'p', 'o1'],
      ['Open', 'hiddenBack', 'o1', 'p'],
      ['Public', 'undeclared', 'p', 'o1'],
    ] as const) {
      const responses = [
        await referenced(collectionId, field, referringId, {}, t.visitor),
        await postIsReferenced(collectionId, field, referringId, referencedId, t.visitor),
        await link(collectionId, field, referringId, [referencedId], t.visitor),
        await unlink(collectionId, field, referringId, [referencedId], t.visitor),
        await replace(collectionId, field, referringId, [referencedId], t.visitor),
      ];
      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
      expect(new Set(responses.map(codeOf))).toEqual(new Set(['WDE0020']));
    }
    expect(await idsOf('Public', 'hidden', 'p', {}, editor)).toEqual(['o1']);
    const includeReferences = [{ field: 'hidden' }, { field: 'oneHidden' }, { field: 'hiddenBack' }];
    const seen = (await get('Public', 'p', { includeReferences }, t.visitor)).body.dataItem.data;
    expect([seen.hidden, seen.oneHidden]).toEqual([undefined, undefined]);
  });

  it('let a filter on a hidden reference reveal nothing', async () => {
    const count = async (collectionId: string, filter: object, as: string) =>
      (await post('items/count', collectionId, { filter }, as)).body.totalCount;
    for (const [collectionId, field, referencedId] of [
      ['Public', 'hidden', 'o1'],
      ['Open', 'hiddenBack', 'p'],
    ] as const) {
      for (const filter of [
        { $hasSome: [referencedId] },
        { $hasAll: [referencedId] },
        { $eq: referencedId },
        { $exists: true },
        { $gt: '' },
      ])
        expect(await count(collectionId, { [field]: filter }, t.visitor)).toBe(0);
      expect(await count(collectionId, { [field]: { $hasSome: [referencedId] } }, editor)).toBe(1);
    }
  });

  it('retain the links of a locked reference when the item is written', async () => {
    const rejected = await link('Public', 'locked', 'p', ['o2'], t.visitor);
    expect([rejected.status, codeOf(rejected)]).toEqual([403, 'WDE0027']);
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
  it('ids of another site are not found', async () => {
    const second = await t.secondSite();
    const callOtherSite = (path: string, body: object, as: string) =>
      t.call({ method: 'POST', path: `/v2/${path}`, as, body, headers: { 'wix-site-id': second.site.id } });
    const permissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE' };
    const collection = { id: 'Open', permissions };
    expect((await callOtherSite('collections', { collection }, second.key)).status).toBe(200);
    const dataItem = { id: 'elsewhere', data: { text: 'other site' } };
    expect((await callOtherSite('items', { dataCollectionId: 'Open', dataItem }, second.key)).status).toBe(200);
    await link('Public', 'open', 'p', ['elsewhere']);
    expect(await idsOf('Public', 'open', 'p')).toEqual(['o1', 'o2', 'lost: elsewhere']);
    const { body } = await get('Public', 'p', { includeReferences: [{ field: 'open' }] });
    expect(body.dataItem.data.open).toHaveLength(2);
    const query = { dataCollectionId: 'Public', referringItemFieldName: 'open', referringItemId: 'p' };
    expect(codeOf(await callOtherSite('items/query-referenced', query, second.visitor))).toBe('WDE0025');
    const insertion = { dataCollectionId: 'Public', ...references('open', 'p', 'elsewhere') };
    expect(codeOf(await callOtherSite('bulk/items/insert-references', insertion, second.visitor))).toBe('WDE0025');
  });

  it('rejects a cursor of another collection, call or site, or of a caller with other permissions', async () => {
    const { body } = await referenced('Public', 'open', 'p', { paging: { limit: 1 } });
    const { next: cursor } = body.pagingMetadata.cursors;
    const follow = (path: string, collectionId: string, as: string) =>
      post(path, collectionId, { cursorPaging: { cursor }, query: { cursorPaging: { cursor } } }, as);
    expect((await follow('items/query-referenced', 'Public', t.key)).status).toBe(200);
    for (const rejected of [
      await follow('items/query-referenced', 'Public', t.visitor),
      await follow('items/query-referenced', 'Closed', t.key),
      await follow('items/query', 'Public', t.key),
    ]) {
      expect([rejected.status, codeOf(rejected)]).toEqual([400, 'WDE0152']);
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
    const rejected = await post(path, 'Public', body);
    expect([rejected.status, codeOf(rejected)]).toEqual([400, expected]);
  });

  it('returns an error if no link was inserted or removed', async () => {
    const again = await link('Public', 'open', 'p', ['o1', 'o2']);
    expect([again.status, codeOf(again)]).toEqual([409, 'WDE0029']);
    const missing = await unlink('Public', 'open', 'p', ['never linked']);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'WDE0153']);
    expect((await link('Nowhere', 'open', 'p', ['o1'])).status).toBe(404);
  });

  it('rejects links to missing items in a validated collection if the caller may read items of the other collection', async () => {
    await create(
      'Strict',
      [
        multiReferenceField('open', 'Open'),
        multiReferenceField('secret', 'Secret'),
        multiReferenceField('diary', 'Diary'),
      ],
      undefined,
      {
        validated: true,
      },
    );
    await insert('Strict', 's', {}, t.visitor);
    const rejected = await link('Strict', 'open', 's', ['not there'], t.visitor);
    expect([rejected.status, codeOf(rejected)]).toEqual([404, 'WDE0153']);
    expect((await link('Strict', 'open', 's', ['o1'], t.visitor)).status).toBe(200);
    for (const referencedId of ['s1', 'not there'])
      expect((await link('Strict', 'secret', 's', [referencedId], t.visitor)).status).toBe(200);
    for (const referencedId of ['theirs', 'not there'])
      expect(codeOf(await link('Strict', 'diary', 's', [referencedId], t.member))).toBe('WDE0153');
    expect((await link('Strict', 'diary', 's', ['mine'], t.member)).status).toBe(200);
  });

  it('rejects the environment SANDBOX', async () => {
    const rejected = await referenced('Public', 'open', 'p', { environment: 'SANDBOX' });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'WDE0179']);
  });
});

describe('responses with status 401', () => {
  it('are returned without a token', async () => {
    for (const path of ['items/is-referenced', 'bulk/items/insert-references', 'items/query-referenced'])
      expect((await t.call({ method: 'POST', path: `/v2/${path}`, body: {} })).status).toBe(401);
  });
});
