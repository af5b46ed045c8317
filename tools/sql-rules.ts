/** Where SQL may stand in the server, and how it is written (ARCHITECTURE.md). structure.test.ts enforces it. */

/** Folders below server/src whose files may hold SQL. Elsewhere only `store.ts` and `*-store.ts` may. */
const sqlFolders: readonly string[] = [
  ...['db', 'queue', 'filter', 'full-text'],
  ...['query', 'table', 'aggregate', 'indexes', 'links', 'schema-changes', 'search'].map((folder) => `data/${folder}`),
];

const KYSELY_CHAIN = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
const SQL_TEXT = /\bsql(?:<[^`;]*?>)?`/;
const PG_QUERY = /\b(?:client|pool|connection)\.query\(/;
/** A whole statement as text: `sql` that is executed itself, or a text given to the PostgreSQL client. */
const WRITTEN_STATEMENT =
  /`\s*\.execute\(|\bfirstRow(?:<[^`;]*?>)?\(\s*[\w.]+,\s*sql|\b(?:client|pool|connection)\.query\(/;

/** @param file path from the root of the repository */
export function mayHoldSql(file: string): boolean {
  return /(?:^|[/-])store\.ts$/.test(file) || sqlFolders.some((folder) => file.startsWith(`server/src/${folder}/`));
}

/** Whether the text of a file contains SQL: a Kysely chain, an `sql` template, or a text for the PostgreSQL client. */
export function holdsSql(text: string): boolean {
  return [KYSELY_CHAIN, SQL_TEXT, PG_QUERY].some((pattern) => pattern.test(text));
}

/** Whether a file mixes Kysely chains with whole statements written as SQL. `sql` expressions within a chain are allowed. */
export function mixesQueryStyles(text: string): boolean {
  return KYSELY_CHAIN.test(text) && WRITTEN_STATEMENT.test(text);
}
