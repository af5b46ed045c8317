import { parseArgs } from 'node:util';
import { dataWorkloads } from './data-workloads.ts';
import { formsWorkloads } from './forms-workloads.ts';
import { identityWorkloads } from './identity-workloads.ts';
import type { Workload } from './workload.ts';
import { workloads } from './workloads.ts';

export interface Options {
  /** items in the collection that is read; 0 where nothing reads it */
  readonly rows: number;
  /** in the inbox of a form */
  readonly submissions: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly pairs: number;
  /** workloads beside the reference */
  readonly chosen: readonly Workload[];
  readonly verify: boolean;
  /** sizes to which the collection that is read grows; none: it does not */
  readonly sizes: readonly number[];
  /** minutes of mixed work; 0: none */
  readonly mixedMinutes: number;
  readonly saturation: boolean;
  readonly enumeration: boolean;
  readonly starts: boolean;
}

const DATA = dataWorkloads.map(({ name }) => name);
const FORMS = formsWorkloads.map(({ name }) => name);
const IDENTITY = [...identityWorkloads.map(({ name }) => name), 'verify'];
/** what looks at the collection that is read */
const OF_ITEMS = [...DATA, 'mixed', 'growth', 'saturation'];
const PARTS = ['mixed', 'growth', 'saturation', 'enumeration', 'start'];
const GROUPS: Readonly<Record<string, readonly string[]>> = { data: DATA, forms: FORMS, identity: IDENTITY };
const NAMES = [...DATA, ...FORMS, ...IDENTITY, ...PARTS];

const HELP = `npm run bench -- [options]

  --only <names>    with commas; without it everything runs
      data          ${DATA.join(', ')}: each also by its own name
      forms         ${FORMS.join(', ')}: each also by its own name
      identity      ${IDENTITY.join(', ')}: each also by its own name
      mixed         64 clients at everything: errors, times, memory
      growth        the same reads while the collection grows to --sizes
      saturation    reads alone, and while logins keep the hashes busy
      enumeration   known and unknown addresses in pairs: does the time tell them apart?
      start         from nothing to the first answer
  --rows <n>        items in the collection that is read (100000)
  --submissions <n> in the inbox of a form (1000000)
  --seconds <n>     length of one round (2)
  --rounds <n>      rounds of each side (3)
  --minutes <n>     length of the mixed work (0.5)
  --sizes <list>    items to which it grows (1000000)
  --pairs <n>       pairs of each call of the enumeration (2000)

How to read the tables: docs/benchmark.md`;

/** Of the command line; null when it asks for help, which is then printed. @throws Error with one sentence */
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
    throw new Error(`--only knows ${[...Object.keys(GROUPS), ...NAMES].join(', ')}, not "${unknown}".`);
  return {
    rows: only.some((name) => OF_ITEMS.includes(name)) ? positive('rows', values.rows) : 0,
    submissions: only.some((name) => FORMS.includes(name)) ? positive('submissions', values.submissions) : 0,
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    pairs: positive('pairs', values.pairs),
    chosen: workloads.filter(({ name }) => only.includes(name)),
    verify: only.includes('verify'),
    sizes: only.includes('growth') ? values.sizes.split(',').map((size) => positive('sizes', size)) : [],
    mixedMinutes: only.includes('mixed') ? positive('minutes', values.minutes) : 0,
    saturation: only.includes('saturation'),
    enumeration: only.includes('enumeration'),
    starts: only.includes('start'),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`);
  return value;
}
