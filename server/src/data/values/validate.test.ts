import { type FieldType, fieldTypes } from '@portico/domain';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { createCollection } from '../index.ts';
import type { Json } from '../query/tree.ts';
import { itemCalls, OPEN, set } from '../testing/item-calls.ts';
import { violationsOf } from './validate.ts';

const date = { $date: '2024-05-06T07:08:09.010Z' };

/** Valid and invalid values of each type. */
const CASES: Readonly<Record<FieldType, readonly [readonly Json[], readonly Json[]]>> = {
  TEXT: [
    ['x', '😀'],
    [5, true, {}, ['x'], date],
  ],
  NUMBER: [
    [0, -1.5, 1e308],
    ['5', true, {}, [1], date],
  ],
  DATE: [['2024-02-29'], ['2023-02-29', '2024-13-01', '2024-1-1', 'today', 5, date]],
  DATETIME: [[date], ['2024-05-06T07:08:09.010Z', 5, {}]],
  TIME: [
    ['12:34:56.789', '23:59', '00:00:00'],
    ['24:00', '12:60', '1:00', 'noon', 5, date],
  ],
  BOOLEAN: [
    [true, false],
    ['true', 1, {}],
  ],
  URL: [
    ['https://example.org/a?b#c', '/relative', 'mailto:a@b.c'],
    ['no address', 'javascript:alert(1)', 'DATA:text/html,x', 5],
  ],
  RICH_TEXT: [['<p>x</p>'], [5, {}]],
  RICH_CONTENT: [[{ nodes: [], metadata: {} }], ['text', {}, { nodes: 5 }, []]],
  IMAGE: [
    ['wix:image://v1/id/name.png#originWidth=1&originHeight=1', 'https://example.org/x.png'],
    ['wix:video://v1/x', 5, {}],
  ],
  VIDEO: [['wix:video://v1/id/name#posterUri=x'], ['wix:image://v1/x', 5]],
  AUDIO: [['wix:audio://v1/id/name'], ['wix:image://v1/x', 5]],
  DOCUMENT: [['wix:document://v1/id/name.pdf'], ['wix:image://v1/x', 5]],
  ARRAY_DOCUMENT: [[['wix:document://v1/id/name', { src: 'x' }]], ['x', [5], [{}]]],
  ARRAY_STRING: [[['a', 'b']], ['a', [1], [null], {}]],
  ARRAY: [[[1, 'a', null]], ['a', {}, date]],
  OBJECT: [[{ a: 1 }], ['a', [{}], date, 5]],
  ANY: [['a', 5, {}, [1], true, date], []],
  REFERENCE: [['id'], [5, {}, ['id']]],
  MULTI_REFERENCE: [[], []],
  MEDIA_GALLERY: [[[{ type: 'image', src: 'wix:image://v1/x', title: 't' }]], ['x', [5], [{ title: 't' }]]],
  MEDIA_IMAGE: [['wix:image://v1/id/name'], ['wix:audio://v1/x', 5]],
  MEDIA_VECTOR_ART: [['wix:vector://v1/id/name.svg'], ['wix:image://v1/x', 5]],
  ADDRESS: [[{ formatted: 'x', location: { latitude: 1, longitude: 2 } }], ['street', [1], 5]],
  PAGE_LINK: [['/books/one'], [5, {}]],
  LANGUAGE: [
    ['en', 'pt-BR', 'zh_Hant'],
    ['english language', 5],
  ],
  SLUG: [
    ['a-slug', 'ä/b'],
    ['a slug', 5],
  ],
  EMAIL: [
    ['a@b.c', 'a+b@example.org'],
    ['a', 'a@', '@b', 'a b@c.d', 5],
  ],
};

describe('validation by field type', () => {
  it.each(fieldTypes)('%s', (type) => {
    const [validValues, invalidValues] = CASES[type];
    const violatedRules = (value: Json) =>
      violationsOf([{ key: 'f', type }], { f: value }, [], 'd').map(({ field, violatedRule }) => [
        field.slice(0, 3),
        violatedRule,
      ]);
    for (const value of validValues) expect([value, violatedRules(value)]).toEqual([value, []]);
    for (const value of invalidValues) {
      expect([value, violatedRules(value)]).toEqual([value, [['d.f', expect.stringMatching(/^(WRONG_TYPE|FORMAT)$/)]]]);
    }
    // Null is treated as missing, which only `required` rejects.
    expect(violatedRules(null)).toEqual([]);
    const required = violationsOf([{ key: 'f', type, required: true }], {}, [], 'd').map((found) => found.violatedRule);
    expect(required).toEqual(type === 'MULTI_REFERENCE' ? [] : ['REQUIRED_FIELD']);
  });
});

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  const referenceTo = (referencedCollectionId: string) => ({ reference: { referencedCollectionId } });
  await createCollection(t.ctx, { id: 'Authors', permissions: OPEN });
  await createCollection(t.ctx, { id: 'Gone', permissions: OPEN });
  await createCollection(t.ctx, { id: 'Hidden' });
  await createCollection(t.ctx, { id: 'Theirs', permissions: { ...OPEN, read: 'SITE_MEMBER_AUTHOR' } });
  await createCollection(t.ctx, {
    id: 'V',
    validated: true,
    permissions: OPEN,
    fields: [
      { key: 'title', type: 'TEXT', required: true, stringLengthRange: { minLength: 2, maxLength: 5 } },
      { key: 'n', type: 'NUMBER', numberRange: { min: 0, max: 10 } },
      { key: 'tags', type: 'ARRAY_STRING', arraySizeRange: { minSize: 1, maxSize: 2 } },
      { key: 'list', type: 'ARRAY', typeMetadata: { array: { elementType: 'NUMBER' } } },
      {
        key: 'inner',
        type: 'OBJECT',
        typeMetadata: {
          object: {
            fields: [{ key: 'city', type: 'TEXT', required: true }],
          },
        },
      },
      { key: 'author', type: 'REFERENCE', typeMetadata: referenceTo('Authors') },
      { key: 'gone', type: 'REFERENCE', typeMetadata: referenceTo('Gone') },
      { key: 'unseen', type: 'REFERENCE', typeMetadata: referenceTo('Hidden') },
      { key: 'theirs', type: 'REFERENCE', typeMetadata: referenceTo('Theirs') },
      { key: 'parent', type: 'REFERENCE', typeMetadata: referenceTo('V') },
      { key: 'state', type: 'TEXT', required: true, defaultValue: 'new' },
      { key: 'approved', type: 'BOOLEAN', required: true, access: { write: 'PRIVILEGED' } },
      { key: 'note', type: 'TEXT', stringLengthRange: { maxLength: 3 }, access: { read: 'PRIVILEGED' } },
    ],
  });
  await post('items', { dataCollectionId: 'Authors', dataItem: { id: 'ann', data: {} } });
  await post('items', { dataCollectionId: 'Theirs', dataItem: { id: 'mine', data: {} } }, t.member);
  await post('items', { dataCollectionId: 'Theirs', dataItem: { id: 'of-another', data: {} } }, t.otherMember);
  await t.call({ method: 'DELETE', path: '/v2/collections/Gone?dataCollectionId=Gone', as: t.key });
});
afterAll(() => t.stop());

const { post, insert, stored } = itemCalls(() => t, { dataCollectionId: 'V' });
type Violation = { field: string; violatedRule: string };
const violatedRules = ({ body }: TestResponse) =>
  body.details.validationError.fieldViolations.map(({ field, violatedRule }: Violation) => [field, violatedRule]);
const valid = { title: 'abc' };
const patch = (dataItemId: string, ...fieldModifications: object[]) =>
  post('items/patch', { patch: { dataItemId, fieldModifications } });

describe('valid items are accepted', () => {
  it('with defaults and undeclared keys', async () => {
    const data = {
      title: '😀😀😀😀😀',
      n: 10,
      tags: ['a', 'b'],
      list: [1, null],
      inner: { city: 'x', odd: 5, more: [] },
      author: { _id: 'ann', name: 'whole' },
      undeclared: { any: [1] },
      note: null,
    };
    const { status, body } = await insert(data);
    expect([status, body.dataItem.data]).toMatchObject([
      200,
      { author: 'ann', state: 'new', undeclared: { any: [1] }, title: data.title },
    ]);
    expect(body.dataItem.data).not.toHaveProperty('approved');
  });

  it('with references to themselves and to other items of the call', async () => {
    expect((await insert({ ...valid, parent: 'self' }, 'self')).status).toBe(200);
    const dataItems = [
      { id: 'child', data: { ...valid, parent: 'root' } },
      { id: 'root', data: valid },
    ];
    expect((await post('bulk/items/insert', { dataItems })).body.bulkActionMetadata.totalSuccesses).toBe(2);
  });

  it('by a save that inserts or updates, with the default of a required field', async () => {
    for (const action of ['INSERTED', 'UPDATED']) {
      const { body } = await post('items/save', { dataItem: { id: 'valid', data: valid } });
      expect([body.action, body.dataItem.data.state]).toEqual([action, 'new']);
    }
  });

  it('with any values in a collection that is not validated', async () => {
    const fields = [{ key: 'n', type: 'NUMBER', required: true, numberRange: { min: 0 } }] as const;
    await createCollection(t.ctx, {
      id: 'Free',
      permissions: { read: 'ANYONE', insert: 'ANYONE' },
      fields: [...fields],
    });
    const { body } = await post('items', { dataCollectionId: 'Free', dataItem: { data: { n: 'text' } } });
    expect(body.dataItem.data.n).toBe('text');
  });
});

describe('invalid items return 400', () => {
  it('with all violations and their paths, and nothing is written', async () => {
    const data = {
      title: 'x',
      n: 11,
      tags: ['a', 'b', 'c'],
      list: [1, 'x'],
      inner: {},
      author: 'nobody',
      gone: 'x',
      state: '',
    };
    const expected = [
      ['dataItem.data.title', 'MIN_LENGTH'],
      ['dataItem.data.n', 'MAX'],
      ['dataItem.data.tags', 'MAX_SIZE'],
      ['dataItem.data.list[1]', 'WRONG_TYPE'],
      ['dataItem.data.inner.city', 'REQUIRED_FIELD'],
      ['dataItem.data.state', 'REQUIRED_FIELD'],
      ['dataItem.data.author', 'NOT_ALLOWED_VALUE'],
      ['dataItem.data.gone', 'NOT_ALLOWED_VALUE'],
    ];
    for (const path of ['items', 'items/save']) {
      const response = await post(path, { dataItem: { id: 'bad', data } });
      expect([response.status, violatedRules(response)]).toEqual([400, expected]);
    }
    expect(await stored('bad')).toBeUndefined();
    await insert(valid, 'good');
    const updated = await post('items/update', { dataItem: { id: 'good', data } });
    expect([updated.status, violatedRules(updated)]).toEqual([400, expected]);
    expect((await stored('good')).title).toBe('abc');
  });

  it('in bulk per item, and the valid items are written', async () => {
    const dataItems = [
      { id: 'b0', data: valid },
      { id: 'b1', data: { n: -1 } },
      { id: 'b2', data: { ...valid, author: 'nobody' } },
    ];
    const { body } = await post('bulk/items/insert', { dataItems });
    expect(body.results[0].itemMetadata.success).toBe(true);
    const { code, data, description } = body.results[1].itemMetadata.error;
    expect([code, description.startsWith('WDE0075: ')]).toEqual(['WDE0075', true]);
    expect(data.fieldViolations).toMatchObject([
      { field: 'dataItems[1].data.title', violatedRule: 'REQUIRED_FIELD', data: {} },
      { field: 'dataItems[1].data.n', violatedRule: 'MIN', data: { threshold: 0 } },
    ]);
    expect(body.results[2].itemMetadata.error.data.fieldViolations).toMatchObject([
      { field: 'dataItems[2].data.author' },
    ]);
    const update = await post('bulk/items/update', { dataItems: [{ id: 'b0', data: {} }] });
    expect(update.body.results[0].itemMetadata.error.data.fieldViolations).toMatchObject([
      { field: 'dataItems[0].data.title' },
      { field: 'dataItems[0].data.state' },
    ]);
  });

  it('if the patched item is invalid', async () => {
    await insert({ ...valid, n: 9 }, 'patched');
    const add = { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } };
    expect((await patch('patched', add)).status).toBe(200);
    const response = await patch('patched', add, { action: 'REMOVE_FIELD', fieldPath: 'title' });
    expect([response.status, violatedRules(response)]).toEqual([
      400,
      [
        ['dataItem.data.title', 'REQUIRED_FIELD'],
        ['dataItem.data.n', 'MAX'],
      ],
    ]);
    expect(violatedRules(await patch('patched', set('author', 'nobody')))).toEqual([
      ['dataItem.data.author', 'NOT_ALLOWED_VALUE'],
    ]);
    expect(await stored('patched')).toMatchObject({ n: 10, title: 'abc' });
    const patches = [{ dataItemId: 'patched', fieldModifications: [add] }];
    const { body } = await post('bulk/items/patch', { patches });
    expect(body.results[0].itemMetadata.error.data.fieldViolations).toMatchObject([{ field: 'dataItems[0].data.n' }]);
  });
});

describe('validation errors reveal nothing hidden', () => {
  it('to callers who may not write', async () => {
    const fields = [{ key: 'unknown', type: 'TEXT', required: true }] as const;
    await createCollection(t.ctx, { id: 'Closed', validated: true, fields: [...fields] });
    for (const path of ['items', 'items/save', 'bulk/items/save']) {
      const one = { id: 'a', data: {} };
      const body = { dataCollectionId: 'Closed', dataItem: one, dataItems: [one] };
      const response = await t.call({ method: 'POST', path: `/v2/${path}`, as: t.visitor, body });
      expect([path, response.status, response.text]).toEqual([path, 403, expect.not.stringContaining('unknown')]);
    }
  });

  it('about items of a collection that the caller may not read', async () => {
    expect((await insert({ ...valid, unseen: 'anything' })).status).toBe(200);
  });

  it('about items of other owners', async () => {
    const insertReference = (otherId: string) => insert({ ...valid, theirs: otherId }, undefined, t.member);
    const [ownResponse, otherResponse, missingResponse] = await Promise.all([
      insertReference('mine'),
      insertReference('of-another'),
      insertReference('of-nobody'),
    ]);
    expect(ownResponse.status).toBe(200);
    expect(otherResponse.text.replaceAll('of-another', 'of-nobody')).toBe(missingResponse.text);
    expect(violatedRules(otherResponse)).toEqual([['dataItem.data.theirs', 'NOT_ALLOWED_VALUE']]);
  });

  it('about hidden values, but validate those in the request', async () => {
    await insert(valid, 'noted');
    const { table } = await loadCollection(t.ctx, 'V');
    const invalidateSql = `update ${table} set data = data || '{"note": "far too long"}' where id = 'noted'`;
    await t.db.executeQuery(CompiledQuery.raw(invalidateSql));
    expect((await patch('noted', set('n', 1))).status).toBe(200);
    expect(violatedRules(await patch('noted', set('note', 'also too long')))).toEqual([
      ['dataItem.data.note', 'MAX_LENGTH'],
    ]);
  });
});
