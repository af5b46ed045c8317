export type { Db } from './handle.ts';
export { type OpenDatabase, openDatabase } from './pool.ts';
export { withSavepoint } from './savepoint.ts';
export { transaction, withoutWaiting } from './transaction.ts';
