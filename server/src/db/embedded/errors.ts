/** Thrown if the embedded database cannot run. The message is one sentence that tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** Thrown if another server uses the same data folder. */
export class SecondServerError extends EmbeddedDatabaseError {}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Describes a failed file operation on the data folder in one sentence; returns other errors unchanged. */
export function toFolderError(dataDir: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (FULL.has(code)) return new EmbeddedDatabaseError(describeDiskFull(dataDir), { cause });
  if (NOT_WRITABLE.has(code)) return new EmbeddedDatabaseError(describeNotWritable(dataDir, code), { cause });
  return cause;
}

/** Describes in one sentence why `initdb` or `postgres` ended, from its output (in English: LC_ALL is C). */
export function toOutputError(program: string, dataDir: string, output: string): EmbeddedDatabaseError {
  if (/No space left on device|Disk quota exceeded/i.test(output))
    return new EmbeddedDatabaseError(describeDiskFull(dataDir));
  if (/Read-only file system/i.test(output)) return new EmbeddedDatabaseError(describeNotWritable(dataDir, 'EROFS'));
  if (/could not look up effective user ID/i.test(output)) {
    return new EmbeddedDatabaseError(
      'PostgreSQL refuses to run under a user id that has no line in /etc/passwd: run Portico as a named user, or set DATABASE_URL.',
    );
  }
  const lastLine = findLastError(output) ?? 'no output';
  return new EmbeddedDatabaseError(
    `The embedded database in ${dataDir} does not start: ${program} exited with the message "${lastLine}".`,
  );
}

function describeDiskFull(dataDir: string): string {
  return `The disk that holds the data folder ${dataDir} is full: free some space and start again.`;
}

function describeNotWritable(dataDir: string, code: string): string {
  return `The data folder ${dataDir} cannot be written (${code}): make it writable, or set PORTICO_DATA_DIR to another folder.`;
}

function findLastError(output: string): string | undefined {
  const lines = output.trim().split('\n');
  // PostgreSQL also logs each connection that it refuses while it starts or stops.
  const errors = lines.filter((line) => /(FATAL|PANIC|error):(?!\s+the database system is)/i.test(line));
  return (errors.at(-1) ?? lines.at(-1))?.trim().slice(0, 300) || undefined;
}
