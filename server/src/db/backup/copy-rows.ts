// Copies tables of one site from a restored database into a live one, under other names and ids.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ArchivedTable } from './archive.ts';
import * as catalog from './catalog.ts';
import { copyInStatement } from './copy.ts';
import type { CopyClients } from './copy-transaction.ts';
import { qualifyName, quoteName } from './names.ts';

/**
 * Maps names and ids of the archive to those of the copy. All are random, so they occur in no other text by accident.
 */
export type Replacements = ReadonlyMap<string, string>;

/** The connections of a copy, and the names and ids that it replaces. */
export interface RenamingCopy extends CopyClients {
  readonly replacements: Replacements;
}

/** Replaces every occurrence of a name or an id. */
export function replaceAll(text: string, replacements: Replacements): string {
  let replaced = text;
  for (const [from, to] of replacements) replaced = replaced.replaceAll(from, to);
  return replaced;
}

/** Replaces every occurrence of a name or an id in a row that is given as JSON. */
export function replaceInJson(row: unknown, replacements: Replacements): Record<string, unknown> {
  return JSON.parse(replaceAll(JSON.stringify(row), replacements)) as Record<string, unknown>;
}

/**
 * Copies the rows of a table for which `condition` holds. Returns their number.
 * @param condition SQL without values from outside
 */
export async function copyRows(
  { source, target, replacements }: RenamingCopy,
  table: ArchivedTable,
  condition = 'true',
): Promise<number> {
  const columns = table.columns.map(quoteName).join(', ');
  const name = qualifyName(table.schema, table.name);
  const rows = source.query(copyTo(`copy (select ${columns} from ${name} where ${condition}) to stdout`));
  const into = target.query(
    copyFrom(
      copyInStatement({
        ...table,
        schema: replaceAll(table.schema, replacements),
        name: replaceAll(table.name, replacements),
      }),
    ),
  );
  await pipeline(rows, (chunks: AsyncIterable<Buffer>) => replaceInRows(chunks, replacements), into);
  return into.rowCount;
}

/** Replaces within whole rows, because a name could lie on both sides of a boundary between chunks. */
async function* replaceInRows(chunks: AsyncIterable<Buffer>, replacements: Replacements): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) yield Buffer.from(replaceAll(bytes.toString('utf8', 0, end), replacements));
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield Buffer.from(replaceAll(rest.toString(), replacements));
}

/** Runs SQL that describes objects of the source (catalog.ts) in the target, with the new names. */
export async function runStatements(
  { target, replacements }: RenamingCopy,
  statements: readonly string[],
): Promise<void> {
  await catalog.runStatements(
    target,
    statements.map((statement) => replaceAll(statement, replacements)),
  );
}

/**
 * Inserts a row that is given as JSON, with the columns of the table as keys. PostgreSQL first converts the values to
 * text, because on a Citus cluster the row of a function cannot be inserted directly.
 */
export async function insertJsonRow(target: pg.ClientBase, table: string, row: object): Promise<void> {
  const name = qualifyName('portico', table);
  const columns = Object.keys(row).map(quoteName);
  const { rows } = await target.query<string[]>({
    text: `select ${columns.map((column) => `${column}::text`).join(', ')} from json_populate_record(null::${name}, $1)`,
    values: [JSON.stringify(row)],
    rowMode: 'array',
  });
  const parameters = columns.map((_, index) => `$${index + 1}`);
  await target.query(`insert into ${name} (${columns.join(', ')}) values (${parameters.join(', ')})`, rows[0]);
}
