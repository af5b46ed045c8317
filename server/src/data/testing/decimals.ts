/** An exact decimal for the reference implementation: `units` times ten to the power of minus `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Returns the shortest decimal that identifies the double. */
export function decimal(value: number): Decimal {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${integer}${fraction}`);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns the nearest double, or null on overflow. */
export function nearestDouble({ units, scale }: Decimal): number | null {
  const value = Number(`${units}e-${scale}`);
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

/** Returns the number as text without an exponent. */
export function toPlainText(value: number): string {
  const { units, scale } = decimal(value);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Divides and rounds half away from zero to 400 decimal places. Returns null for division by zero. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null;
  const scale = 400;
  const [numerator, divisor] = [unitsAt(a, scale + b.scale), b.units];
  const [size, by] = [numerator < 0n ? -numerator : numerator, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * size + by) / (2n * by);
  return { units: numerator < 0n !== divisor < 0n ? -rounded : rounded, scale };
}

/** Returns the remainder, which has the sign of the dividend, or null for division by zero. */
export function computeRemainder(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null;
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) % unitsAt(b, scale), scale };
}

const unitsAt = ({ units, scale }: Decimal, targetScale: number): bigint => units * 10n ** BigInt(targetScale - scale);
