/**
 * Rules for where SQL may occur in the server, and how it is written (ARCHITECTURE.md). structure.test.ts enforces
 * them.
 */

/** Folders below server/src whose files may hold SQL. Elsewhere only `store.ts` and `*-store.ts` may. */
const sqlFolders: readonly string[] = [
  ...['db', 'queue', 'filter', 'full-text'],
  ...['query', 'table', 'aggregate', 'indexes', 'links', 'schema-changes', 'search'].map((folder) => `data/${folder}`),
];

const KYSELY_CHAIN = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
const SQL_TEXT = /\bsql(?:<[^`;]*?>)?`/;
const PG_QUERY = /\b(?:client|pool|connection)\.query\(/;
/**
 * Matches a whole statement that is written as SQL: an `sql` template that is executed directly, or a string passed to
 * the PostgreSQL client.
 */
const WRITTEN_STATEMENT =
  /`\s*\.execute\(|\bfirstRow(?:<[^`;]*?>)?\(\s*[\w.]+,\s*sql|\b(?:client|pool|connection)\.query\(/;

/**
 * True if the file may contain SQL.
 * @param file path from the root of the repository
 */
export function mayHoldSql(file: string): boolean {
  return /(?:^|[/-])store\.ts$/.test(file) || sqlFolders.some((folder) => file.startsWith(`server/src/${folder}/`));
}

/**
 * True if the text of a file contains SQL: a Kysely chain, an `sql` template, or a string for the PostgreSQL client.
 */
export function holdsSql(text: string): boolean {
  return [KYSELY_CHAIN, SQL_TEXT, PG_QUERY].some((pattern) => pattern.test(text));
}

/**
 * True if a file mixes Kysely chains with whole statements written as SQL. `sql` expressions within a chain are
 * allowed.
 */
export function mixesQueryStyles(text: string): boolean {
  return KYSELY_CHAIN.test(text) && WRITTEN_STATEMENT.test(text);
}
