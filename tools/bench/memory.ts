/** Reads the memory of a process from /proc. */
import { readFileSync } from 'node:fs';

export interface Memory {
  /** Resident memory in MB, as ps and top show it. */
  readonly residentMb: number;
  /**
   * The anonymous part of the resident memory in MB. The rest are pages of files, mostly of the node program, which the
   * system can drop and share.
   */
  readonly privateMb: number;
}

/** Returns NaN for figures that the system does not provide. */
export function memoryOf(pid: number): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return { residentMb: readMegabytes(text, 'Rss'), privateMb: readMegabytes(text, 'Anonymous') };
  } catch {
    return { residentMb: Number.NaN, privateMb: Number.NaN };
  }
}

export const formatMemory = ({ residentMb: resident, privateMb: own }: Memory): string =>
  `${resident.toFixed(0)} MB (${own.toFixed(0)} MB private, the rest pages of files)`;

function readMegabytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1_024;
}
