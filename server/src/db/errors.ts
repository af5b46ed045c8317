/** Returns true if PostgreSQL rejected a row because of the named constraint or unique index. */
export function violatesConstraint(error: unknown, name: string): boolean {
  return constraintOf(error) === name;
}

/**
 * Returns the name of the constraint or unique index that an error names. A Citus cluster names it only in the message,
 * and ends the name with the number of the shard.
 */
export function constraintOf(error: unknown): string | undefined {
  const field = readField(error, 'constraint');
  if (typeof field !== 'string' && !sqlStateOf(error).startsWith('23')) return undefined;
  const name = typeof field === 'string' ? field : /constraint "([^"]+)"/.exec((error as Error).message)?.[1];
  return name?.replace(SHARD_NUMBER, '$1');
}

/**
 * Returns the SQLSTATE of an error, or '' if it has none. A Citus cluster copies the rows of an `insert … select` to
 * their node, and reports a violation there as an internal error with PostgreSQL's message.
 */
export function sqlStateOf(error: unknown): string {
  const code = String(readField(error, 'code') ?? '');
  if (code !== 'XX000') return code;
  return VIOLATIONS.find(([, message]) => message.test((error as Error).message))?.[0] ?? code;
}

const VIOLATIONS: readonly (readonly [string, RegExp])[] = [
  ['23505', /^duplicate key value violates unique constraint "/],
  ['23514', /^new row for relation "[^"]+" violates check constraint "/],
  ['23502', /^null value in column "[^"]+" of relation "[^"]+" violates not-null constraint/],
];

/**
 * Shard numbers have at least six digits. In an index name of only `ix_` and digits, the digits are no shard number.
 */
const SHARD_NUMBER = /^(.+_.+)_\d{6,}$/;

/** Returns true if a statement stored null in a column that does not accept it (23502). */
export function violatesNotNull(error: unknown, column: string): boolean {
  if (sqlStateOf(error) !== '23502') return false;
  return readField(error, 'column') === column || (error as Error).message.includes(`in column "${column}"`);
}

/**
 * Returns true if the statement exceeded its timeout (SQLSTATE 57014) or waited too long for a lock (55P03), or if its
 * transaction was idle for too long (25P03).
 */
export function isTimeout(error: unknown): boolean {
  return ['57014', '55P03', '25P03'].includes(String(readField(error, 'code')));
}

/** Returns true if the statement names a table (42P01) or column (42703) that does not exist. */
export function isUndefinedObject(error: unknown, kind: 'table' | 'column'): boolean {
  return readField(error, 'code') === (kind === 'table' ? '42P01' : '42703');
}

/**
 * Returns true if another session updated the catalog at the same time (XX000). This error also occurs if the lock of a
 * `truncate` cancels an autovacuum of the table. The `truncate` can be repeated immediately.
 */
export function isCatalogConflict(error: unknown): boolean {
  const isConflict = error instanceof Error && error.message === 'tuple concurrently updated';
  return isConflict && readField(error, 'code') === 'XX000';
}

/** Returns true if there is no space left for the database (53100) or for files (ENOSPC, or EDQUOT for a quota). */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(String(readField(error, 'code')));
}

/**
 * Returns true if PostgreSQL cannot store a text because it contains U+0000 (22021, 22P05) or, within JSON, half a
 * surrogate pair (22P02).
 */
export function isUnstorableText(error: unknown): boolean {
  const code = String(readField(error, 'code'));
  return code === '22021' || code === '22P05' || (code === '22P02' && /type json/.test((error as Error).message));
}

/** Returns true if a value nested too deeply overflowed the stack of this process or of PostgreSQL (54001). */
export function isTooDeep(error: unknown): boolean {
  const isOurs = error instanceof RangeError && error.message.includes('call stack');
  return isOurs || String(readField(error, 'code')) === '54001';
}

const CONNECTION_LOST_CODES = [
  // The connection leads to a standby.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
];
const CONNECTION_LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/**
 * Returns true if the database is unreachable, restarting or out of connections. The client then gets a 503 and may
 * retry.
 */
export function isUnavailable(error: unknown): boolean {
  const code = String(readField(error, 'code'));
  return (
    CONNECTION_LOST_CODES.includes(code) ||
    code.startsWith('08') ||
    (error instanceof Error && CONNECTION_LOST_MESSAGES.test(error.message))
  );
}

function readField(error: unknown, name: 'code' | 'constraint' | 'column'): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined;
}
