import { dataWorkloads } from './data-workloads.ts';
import { formsWorkloads } from './forms-workloads.ts';
import { identityWorkloads, logins } from './identity-workloads.ts';
import { mixed } from './mixed-workload.ts';
import type { Workload } from './workload.ts';

/** What is compared, in the order of the table. */
export const workloads: readonly Workload[] = [...dataWorkloads, ...formsWorkloads, ...identityWorkloads];

/** @throws Error for a name that is none */
export function workloadNamed(name: string): Workload {
  const workload = [...workloads, logins, mixed].find((workload) => workload.name === name);
  if (!workload) throw new Error(`no workload "${name}"`);
  return workload;
}
