/** Calls on references, for tests. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestResponse, TestServer } from '../../testing/index.ts';
import { OPEN } from './item-calls.ts';

const AUTHOR = 'SITE_MEMBER_AUTHOR';
export const AUTHORS = { read: AUTHOR, insert: AUTHOR, update: AUTHOR, remove: AUTHOR };

export const referenceField = (key: string, referencedCollectionId: string) => ({
  key,
  type: 'REFERENCE',
  typeMetadata: { reference: { referencedCollectionId } },
});
export const multiReferenceField = (key: string, referencedCollectionId: string, referencingFieldKey?: string) => ({
  key,
  type: 'MULTI_REFERENCE',
  typeMetadata: { multiReference: { referencedCollectionId, referencingFieldKey } },
});
export const references = (field: string, referringId: string, ...referencedIds: string[]) => ({
  dataItemReferences: referencedIds.map((referencedItemId) => ({
    referringItemFieldName: field,
    referringItemId: referringId,
    referencedItemId,
  })),
});

interface Result {
  readonly dataItem?: { readonly id: string };
  readonly unresolvedReference?: { readonly referencedItemId: string; readonly unauthorized?: boolean };
}
export const shownIdsOf = ({ body }: Pick<TestResponse, 'body'>): string[] =>
  body.results.map(({ dataItem, unresolvedReference: lost }: Result) =>
    dataItem ? dataItem.id : `${lost?.unauthorized ? 'not for you' : 'lost'}: ${lost?.referencedItemId}`,
  );
export const outcomesOf = ({ body }: TestResponse): string[] =>
  body.results.map(({ referenceMetadata: { error } }: { referenceMetadata: { error?: { code: string } } }) =>
    error ? error.code : 'done',
  );

/** Returns functions that call the server, by default with the site's API key. */
export function callsOf(t: TestServer) {
  const post = (path: string, dataCollectionId: string, body: object, as = t.key): Promise<TestResponse> =>
    t.call({ method: 'POST', path: `/v2/${path}`, as, body: { dataCollectionId, ...body } });
  const insert = async (collectionId: string, id: string, data: object = {}, as = t.key, more: object = {}) => {
    const { status, body } = await post('items', collectionId, { dataItem: { id, data }, ...more }, as);
    expect(status).toBe(200);
    return body.dataItem.data;
  };
  const queryReferenced = (collectionId: string, field: string, referringId: string, more: object = {}, as = t.key) => {
    const query = { paging: { limit: 50, offset: 0 }, referringItemFieldName: field, referringItemId: referringId };
    return post('items/query-referenced', collectionId, { ...query, ...more }, as);
  };
  const getDefinition = async (id: string) =>
    (await t.call({ method: 'GET', path: `/v2/collections/${id}?dataCollectionId=${id}`, as: t.key })).body.collection;
  return {
    post,
    insert,
    referenced: queryReferenced,
    definition: getDefinition,
    async create(id: string, fields: object[], permissions: object = OPEN, more: object = {}) {
      const collection = { id, fields, permissions, ...more };
      const created = await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
      expect(created.status).toBe(200);
    },
    async insertAll(collectionId: string, ids: readonly string[], as = t.key) {
      for (const id of ids) await insert(collectionId, id, { name: id }, as);
    },
    link: (collectionId: string, field: string, referringId: string, referencedIds: string[], as = t.key) =>
      post('bulk/items/insert-references', collectionId, references(field, referringId, ...referencedIds), as),
    unlink: (collectionId: string, field: string, referringId: string, referencedIds: string[], as = t.key) =>
      post('bulk/items/remove-references', collectionId, references(field, referringId, ...referencedIds), as),
    replace(collectionId: string, field: string, referringId: string, newReferencedItemIds: string[], as = t.key) {
      const body = { referringItemFieldName: field, referringItemId: referringId, newReferencedItemIds };
      return post('items/replace-references', collectionId, body, as);
    },
    idsOf: async (...args: Parameters<typeof queryReferenced>) => shownIdsOf(await queryReferenced(...args)),
    postIsReferenced: (collectionId: string, field: string, referringId: string, referencedId: string, as = t.key) =>
      post(
        'items/is-referenced',
        collectionId,
        { referringItemFieldName: field, referringItemId: referringId, referencedItemId: referencedId },
        as,
      ),
    get: async (collectionId: string, dataItemId: string, more: object = {}, as = t.key) => {
      const packed = Buffer.from(JSON.stringify({ dataCollectionId: collectionId, dataItemId, ...more }));
      return t.call({ method: 'GET', path: `/v2/items/x?.r=${packed.toString('base64url')}`, as });
    },
    update: (collection: object) => t.call({ method: 'PUT', path: '/v2/collections', as: t.key, body: { collection } }),
    fieldOf: async (id: string, key: string) =>
      (await getDefinition(id)).fields.find((field: { key: string }) => field.key === key),
    async countLinks() {
      const links = sql.id(t.site.schema, 'links');
      return (await sql<{ n: number }>`select count(*)::int as n from ${links}`.execute(t.db)).rows[0]?.n;
    },
  };
}
