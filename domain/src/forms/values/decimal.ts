/** Exact decimal arithmetic for prices, because binary fractions cannot represent 0.1. */
export interface Decimal {
  /** The number multiplied by ten to the power of `scale`. */
  readonly units: bigint;
  /** Number of decimal places. */
  readonly scale: number;
}

const DECIMAL_PATTERN = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/;

/** Parses a string or number in plain decimal notation (`12`, `12.50`); null for anything else. */
export function parseDecimal(text: unknown): Decimal | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const [matched, sign, integer, fraction = ''] = DECIMAL_PATTERN.exec(String(text)) ?? [];
  if (matched === undefined) return null;
  return { units: BigInt(`${sign}${integer}${fraction}`), scale: fraction.length };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export const multiply = (a: Decimal, count: bigint): Decimal => ({ units: a.units * count, scale: a.scale });

/** Returns a negative number, zero or a positive number if a is less than, equal to or greater than b. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  return Number(unitsAt(a, scale) - unitsAt(b, scale));
}

export function isExactMultiple(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale);
  const divisor = unitsAt(step, scale);
  return divisor !== 0n && unitsAt(value, scale) % divisor === 0n;
}

/** Formats with all decimal places of the scale: `12.50`. */
export function printDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const integer = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${integer}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

const unitsAt = ({ units, scale }: Decimal, targetScale: number): bigint => units * 10n ** BigInt(targetScale - scale);
