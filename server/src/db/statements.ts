/** SQL fragments that many stores share. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './handle.ts';

/** Returns the one row that a statement finds or returns, or undefined. */
export const one = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(db)).rows[0];

/** Binds a value for a jsonb column: undefined becomes SQL's null, null becomes JSON's. */
export const json = (value: unknown) => sql<never>`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
