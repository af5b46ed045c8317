import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { isUnavailable, sqlStateOf } from '../errors.ts';
import type { Db } from '../handle.ts';
import type { Tables } from '../tables.gen.ts';

/**
 * Returns a handle whose statements run on the replica, and once more on the primary if the replica fails. It has no
 * transactions.
 */
export function createReplicaDb(replica: Db, primary: Db): Db {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]) {
      try {
        return await replica.executeQuery<Row>(query as never);
      } catch (error) {
        if (!mayPrimarySucceed(error)) throw error;
        return primary.executeQuery<Row>(query as never);
      }
    },
    streamQuery: rejectUse,
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
    beginTransaction: rejectUse,
    commitTransaction: rejectUse,
    rollbackTransaction: rejectUse,
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/**
 * Returns true if the error comes from the state of the replica: it is unavailable, it cancelled the statement because
 * replay needed its rows or tables (40001, 40P01), or it does not have a schema, table, column or function yet.
 */
function mayPrimarySucceed(error: unknown): boolean {
  return (
    isUnavailable(error) ||
    ['40001', '40P01', '3F000', '42P01', '42703', '42883'].includes(sqlStateOf(error)) ||
    (error instanceof Error && error.message === 'Query read timeout')
  );
}

function rejectUse(): never {
  throw new Error('Replicas only run single statements that read.');
}
