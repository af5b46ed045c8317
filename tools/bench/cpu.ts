/** The processor time that a server and its database took, read from /proc: requests a second depend on what else runs, this far less. */
import { childrenOf, statOf } from '../../server/src/testing/postmaster-process.ts';

/** Milliseconds since its start that a process ran, with those of its children that it has collected. */
export const cpuOf = (pid: number): number => {
  const stat = statOf(pid);
  return stat ? stat.cpuMs + stat.collectedCpuMs : Number.NaN;
};

/** The same for a process and all its children: a postmaster and its backends. */
export const cpuOfFamily = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.cpuMs ?? 0), cpuOf(pid));
