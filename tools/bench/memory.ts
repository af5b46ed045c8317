/** The memory that a server holds, read from /proc. */
import { readFileSync } from 'node:fs';

export interface Memory {
  /** MB of all that is resident, as ps and top tell it */
  readonly resident: number;
  /** of which MB are its own: the rest are pages of files, chiefly of node's program, that the system can drop and share */
  readonly own: number;
}

/** NaN where the system does not tell. */
export function memoryOf(pid: number): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return { resident: megabytes(text, 'Rss'), own: megabytes(text, 'Anonymous') };
  } catch {
    return { resident: Number.NaN, own: Number.NaN };
  }
}

export const memoryText = ({ resident, own }: Memory): string =>
  `${resident.toFixed(0)} MB (${own.toFixed(0)} MB its own, the rest pages of files)`;

function megabytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1_024;
}
