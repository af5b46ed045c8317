/**
 * Reads the processor time of a server and its database from /proc. Other load on the machine affects it far less
 * than it affects the number of requests per second.
 */
import { childrenOf, statOf } from '../../server/src/testing/postmaster-process.ts';

/** Returns the processor time in milliseconds that a process has used, including its children that have ended. */
export const cpuMsOf = (pid: number): number => {
  const stat = statOf(pid);
  return stat ? stat.cpuMs + stat.reapedChildrenCpuMs : Number.NaN;
};

/**
 * Returns the processor time in milliseconds of a process and its running children, such as a postmaster and its
 * backends.
 */
export const cpuMsOfFamily = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.cpuMs ?? 0), cpuMsOf(pid));
