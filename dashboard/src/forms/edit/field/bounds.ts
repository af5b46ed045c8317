/** Bounds of dates and times: a fixed value, or an offset from the time of submission (`$now+2d`). */

export type BoundUnit = 'y' | 'M' | 'd' | 'h' | 'm';

export type Bound =
  | { kind: 'none' }
  | { kind: 'fixed'; value: string }
  | { kind: 'now'; amount: number; unit: BoundUnit };

export const boundUnits: readonly { value: BoundUnit; label: string }[] = [
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
  { value: 'M', label: 'months' },
  { value: 'y', label: 'years' },
];

/** Parses a bound of the forms contract. Any text that is not an offset is a fixed value. */
export function readBound(text: unknown): Bound {
  if (typeof text !== 'string' || text === '') return { kind: 'none' };
  const [, sign, amount, unit] = /^\$now(?:([+-])(\d+)([yMdhm]))?$/.exec(text) ?? [];
  if (text === '$now') return { kind: 'now', amount: 0, unit: 'd' };
  if (!unit) return { kind: 'fixed', value: text };
  return { kind: 'now', amount: Number(amount) * (sign === '-' ? -1 : 1), unit: unit as BoundUnit };
}

/** Writes a bound of the forms contract. Returns undefined if there is no bound. */
export function writeBound(bound: Bound): string | undefined {
  switch (bound.kind) {
    case 'none':
      return undefined;
    case 'fixed':
      return bound.value || undefined;
    case 'now': {
      const amount = Math.trunc(bound.amount);
      return amount === 0 ? '$now' : `$now${amount < 0 ? '-' : '+'}${Math.abs(amount)}${bound.unit}`;
    }
  }
}
