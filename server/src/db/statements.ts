/** What stores write in their statements again and again. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './handle.ts';

/** The one row that a statement finds or returns, or none. */
export const one = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row | undefined> =>
  (await statement.execute(db)).rows[0];

/** A value bound for a column of jsonb: undefined is SQL's null, null is JSON's. */
export const json = (value: unknown) => sql<never>`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
