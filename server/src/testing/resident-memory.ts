import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB, as ps and top show it. Only Linux has the file. */
export const readResidentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
