/** True when PostgreSQL rejected a row because of the named constraint or unique index. */
export function isConstraint(error: unknown, name: string): boolean {
  return field(error, 'constraint') === name;
}

/** True when the statement hit its timeout (SQLSTATE 57014) or waited too long for a lock (55P03). */
export function isTimeout(error: unknown): boolean {
  return ['57014', '55P03', '25P03'].includes(String(field(error, 'code')));
}

/** True when the statement names a table (42P01) or column (42703) that does not exist. */
export function isUndefined(error: unknown, what: 'table' | 'column'): boolean {
  return field(error, 'code') === (what === 'table' ? '42P01' : '42703');
}

/** True when there is no space left for the database (53100), or for files (ENOSPC, or a quota: EDQUOT). */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(String(field(error, 'code')));
}

/** True for a text that PostgreSQL cannot store: U+0000 (22021, 22P05), or half a surrogate pair inside JSON (22P02). */
export function isUnstorableText(error: unknown): boolean {
  const code = String(field(error, 'code'));
  return code === '22021' || code === '22P05' || (code === '22P02' && /type json/.test((error as Error).message));
}

/** True when a value nested too deeply overflowed the stack, ours or PostgreSQL's (54001). */
export function isTooDeep(error: unknown): boolean {
  const isOurs = error instanceof RangeError && error.message.includes('call stack');
  return isOurs || String(field(error, 'code')) === '54001';
}

const LOST = [
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
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** True when the database is unreachable, restarting or out of connections. The response is a 503 that may be retried. */
export function isUnavailable(error: unknown): boolean {
  const code = String(field(error, 'code'));
  return LOST.includes(code) || code.startsWith('08') || (error instanceof Error && LOST_MESSAGES.test(error.message));
}

function field(error: unknown, name: 'code' | 'constraint'): unknown {
  return error instanceof Error ? (error as unknown as Record<string, unknown>)[name] : undefined;
}
