/** A mix of all kinds of calls, in the proportions of a site with more reads than writes. */
import { dataWorkloads } from './data-workloads.ts';
import { formsWorkloads } from './forms-workloads.ts';
import { random, type Workload } from './workload.ts';

export const MIXED_CONNECTIONS = 64;

const PARTS: Readonly<Record<string, number>> = {
  get: 40,
  'author-get': 10,
  page: 12,
  sort: 10,
  'author-page': 5,
  count: 4,
  group: 1,
  insert: 10,
  submit: 5,
  inbox: 3,
};

const weightedWorkloads: readonly Workload[] = [...dataWorkloads, ...formsWorkloads].flatMap((workload) =>
  Array.from({ length: PARTS[workload.name] ?? 0 }, () => workload),
);

export const mixed: Workload = {
  name: 'mixed',
  title: 'mixed work',
  connections: MIXED_CONNECTIONS,
  withoutReference: true,
  request: (side, fixture) => (weightedWorkloads[random(weightedWorkloads.length)] as Workload).request(side, fixture),
  isCorrect: (body) => !body.includes('"applicationError"') && body.startsWith('{'),
};
