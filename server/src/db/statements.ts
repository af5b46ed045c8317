/** SQL fragments that many stores share. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './handle.ts';

/** Returns the first row of a statement's result, or undefined. */
export const firstRow = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(db)).rows[0];

/** Binds a value for a jsonb column: undefined becomes NULL, and null becomes JSON's null. */
export const json = (value: unknown) => sql<never>`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
