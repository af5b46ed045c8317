const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes with at most one decimal, such as “1.5 GB”, in the language of the browser. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let index = 0;
  while (value >= 1_000 && index < UNITS.length - 1) {
    value /= 1_000;
    index += 1;
  }
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[index] as string,
    maximumFractionDigits: index < 2 ? 0 : 1,
  }).format(value);
}
