import type pg from 'pg';
import type { ArchivedTable } from './archive.ts';
import { qualifyName, quoteName } from './names.ts';

export const copyOutStatement = (table: ArchivedTable): string => `copy ${describeTarget(table)} to stdout`;
export const copyInStatement = (table: ArchivedTable): string => `copy ${describeTarget(table)} from stdin`;

const describeTarget = ({ schema, name, columns }: ArchivedTable): string =>
  `${qualifyName(schema, name)} (${columns.map(quoteName).join(', ')})`;

/**
 * Makes PostgreSQL print qualified names, and values in formats that do not depend on its version or settings, until
 * the end of the transaction.
 */
export async function useStableFormats(client: pg.ClientBase): Promise<void> {
  await client.query(`set local search_path = pg_catalog`);
  await client.query(`set local datestyle = 'ISO, YMD'`);
  await client.query(`set local intervalstyle = 'postgres'`);
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`set local bytea_output = 'hex'`);
  await client.query(`set local extra_float_digits = 1`);
}
