/** Calls on schema changes, for tests. */
import type { TestServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

/** @param server returns the running test server */
export function schemaCalls(server: () => TestServer) {
  const { get, post } = createVerbs(server);
  const changes = '/portico/v1/data/schema-changes';
  const change = (dataCollectionId: string, change: object, as?: string) =>
    post(changes, { dataCollectionId, change }, as);
  const preview = (dataCollectionId: string, change: object, as?: string) =>
    post(`${changes}/preview`, { dataCollectionId, change }, as);
  const undo = (dataCollectionId: string, number: number, as?: string) =>
    post(`${changes}/undo`, { dataCollectionId, number }, as);
  const list = (id: string, as?: string, rest = '') => get(`${changes}?dataCollectionId=${id}${rest}`, as);
  const create = (id: string, fields: object[], more = {}) =>
    post('/v2/collections', { collection: { id, fields, permissions: { read: 'ANYONE' }, ...more } });
  const insert = (id: string, data: object) => post('/v2/items', { dataCollectionId: id, dataItem: { data } });
  const query = async (id: string, query: object = {}, as?: string) => {
    const { body } = await post(
      '/v2/items/query',
      { dataCollectionId: id, query: { sort: [{ fieldName: '_id' }], ...query } },
      as,
    );
    return body.dataItems.map(({ data }: { data: Record<string, unknown> }) => {
      const { _id, _owner, _createdDate, _updatedDate, ...rest } = data;
      return rest;
    });
  };
  const collectionOf = async (id: string) => (await get(`/v2/collections/${id}`)).body.collection;
  const getStatus = async (id: string) => (await list(id)).body.schemaChanges[0]?.status;
  const textField = (key: string, more = {}) => ({ key, type: 'TEXT', ...more });
  async function tableOf(id: string): Promise<string> {
    const { table_name } = await server()
      .db.selectFrom('collections')
      .select('table_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return table_name;
  }
  return {
    post,
    change,
    preview,
    undo,
    list,
    create,
    insert,
    query,
    collectionOf,
    status: getStatus,
    text: textField,
    tableOf,
  };
}
