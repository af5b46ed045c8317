// Writes server.json in the data folder, which describes the running server and is used only in messages. The lock that
// excludes a second server is held in PostgreSQL (guard.ts).
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface ServerFile {
  readonly pid: number;
  readonly startedAt: string;
}

export function writeServerFile(dataDir: string): void {
  const file = pathIn(dataDir);
  const content: ServerFile = { pid: process.pid, startedAt: new Date().toISOString() };
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

export function readServerFile(dataDir: string): ServerFile | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as ServerFile;
  } catch {
    return undefined;
  }
}

/** Removes the file if it belongs to this process. */
export function removeServerFile(dataDir: string): void {
  if (readServerFile(dataDir)?.pid === process.pid) rmSync(pathIn(dataDir), { force: true });
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'server.json');
}
