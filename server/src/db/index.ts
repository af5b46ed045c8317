export type { Db } from './handle.ts';
export { type OpenDatabase, openDatabase } from './pool.ts';
export { withSavepoint } from './savepoint.ts';
export { asynchronousCommit, transaction } from './transaction.ts';
