import { dataWorkloads } from './data-workloads.ts';
import { formsWorkloads } from './forms-workloads.ts';
import { identityWorkloads, logins } from './identity-workloads.ts';
import { mixed } from './mixed-workload.ts';
import type { Workload } from './workload.ts';

/** All compared workloads, in the order of the table. */
export const workloads: readonly Workload[] = [...dataWorkloads, ...formsWorkloads, ...identityWorkloads];

/** @throws Error if no workload has the name */
export function findWorkload(name: string): Workload {
  const workload = [...workloads, logins, mixed].find((workload) => workload.name === name);
  if (!workload) throw new Error(`There is no workload "${name}".`);
  return workload;
}
