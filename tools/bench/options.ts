import { parseArgs } from 'node:util';
import { dataWorkloads } from './data-workloads.ts';
import { formsWorkloads } from './forms-workloads.ts';
import { identityWorkloads } from './identity-workloads.ts';
import type { Workload } from './workload.ts';
import { workloads } from './workloads.ts';

export interface Options {
  /** Number of items in READ_COLLECTION. 0 if no workload reads it. */
  readonly rows: number;
  /** Number of submissions in the inbox of the form. */
  readonly submissions: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly pairs: number;
  /** Workloads to compare with the reference. */
  readonly chosenWorkloads: readonly Workload[];
  readonly measuresVerification: boolean;
  /** Sizes to which READ_COLLECTION grows. Empty for no growth. */
  readonly sizes: readonly number[];
  /** Minutes of mixed work. 0 for none. */
  readonly mixedMinutes: number;
  readonly measuresSaturation: boolean;
  readonly measuresEnumeration: boolean;
  readonly measuresStarts: boolean;
}

const DATA_PARTS = dataWorkloads.map(({ name }) => name);
const FORMS_PARTS = formsWorkloads.map(({ name }) => name);
const IDENTITY_PARTS = [...identityWorkloads.map(({ name }) => name), 'verify'];
/** Names of the parts that read READ_COLLECTION. */
const ITEM_PARTS = [...DATA_PARTS, 'mixed', 'growth', 'saturation'];
const PARTS = ['mixed', 'growth', 'saturation', 'enumeration', 'start'];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  data: DATA_PARTS,
  forms: FORMS_PARTS,
  identity: IDENTITY_PARTS,
};
const NAMES = [...DATA_PARTS, ...FORMS_PARTS, ...IDENTITY_PARTS, ...PARTS];

const HELP = `npm run bench -- [options]

  --only <names>    names separated by commas; the default is all of them
      data          the group ${DATA_PARTS.join(', ')}
      forms         the group ${FORMS_PARTS.join(', ')}
      identity      the group ${IDENTITY_PARTS.join(', ')}
      mixed         64 clients that make all kinds of calls: errors, latency, memory
      growth        the same reads while the collection grows to --sizes
      saturation    reads alone, and during continuous logins
      enumeration   whether response times reveal which addresses are registered
      start         time from the start to the first response
  --rows <n>        items in the collection that the workloads read (100000)
  --submissions <n> submissions in the inbox (1000000)
  --seconds <n>     seconds of one round (2)
  --rounds <n>      rounds of each side (3)
  --minutes <n>     minutes of the mixed workload (0.5)
  --sizes <list>    sizes to which the collection grows, separated by commas (1000000)
  --pairs <n>       pairs per call of the enumeration (2000)

docs/benchmark.md explains the tables.`;

/**
 * Parses the command line. Returns null after printing the help. @throws Error with one sentence for an invalid option
 */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      submissions: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      pairs: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '0.5' },
      sizes: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return null;
  }
  const only = values.only?.split(',').flatMap((name) => GROUPS[name] ?? [name]) ?? NAMES;
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`--only does not support "${unknown}". Use ${[...Object.keys(GROUPS), ...NAMES].join(', ')}.`);
  return {
    rows: only.some((name) => ITEM_PARTS.includes(name)) ? readPositive('rows', values.rows) : 0,
    submissions: only.some((name) => FORMS_PARTS.includes(name)) ? readPositive('submissions', values.submissions) : 0,
    seconds: readPositive('seconds', values.seconds),
    rounds: readPositive('rounds', values.rounds),
    pairs: readPositive('pairs', values.pairs),
    chosenWorkloads: workloads.filter(({ name }) => only.includes(name)),
    measuresVerification: only.includes('verify'),
    sizes: only.includes('growth') ? values.sizes.split(',').map((size) => readPositive('sizes', size)) : [],
    mixedMinutes: only.includes('mixed') ? readPositive('minutes', values.minutes) : 0,
    measuresSaturation: only.includes('saturation'),
    measuresEnumeration: only.includes('enumeration'),
    measuresStarts: only.includes('start'),
  };
}

function readPositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`);
  return value;
}
