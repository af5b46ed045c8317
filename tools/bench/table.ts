/** The table at the end. */

/** Medians over the rounds. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** milliseconds of processor time a request; NaN where the system does not tell */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

export interface Line {
  readonly title: string;
  readonly portico: Figures;
  /** null where there is nothing to compare with */
  readonly reference: Figures | null;
}

const HEADINGS = [
  '',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU ms/request',
  'server',
  'database',
  'CPU ratio',
  'rate ratio',
];

/** Two rows a workload, Portico's with the ratios to the reference's; one where it stands alone. */
export function table(lines: readonly Line[]): string {
  const rows = [
    HEADINGS,
    ...lines.flatMap(({ title, portico, reference }) => [
      [
        title,
        ...cells(portico),
        reference ? ratio(cpu(portico), cpu(reference)) : '',
        reference ? ratio(portico.requestsPerSecond, reference.requestsPerSecond) : '',
      ],
      ...(reference ? [['  reference', ...cells(reference), '', '']] : []),
    ]),
  ];
  return aligned(rows);
}

/** Columns, the first to the left and the others to the right. The first row is the headings. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  return rows
    .map((row) =>
      row
        .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] as number) : cell.padStart(widths[n] as number)))
        .join('  '),
    )
    .join('\n');
}

/** The middle one, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle) - 1] as number)) / 2;
}

const cpu = (figures: Figures): number => figures.serverCpuMs + figures.databaseCpuMs;

function cells(figures: Figures): string[] {
  return [
    Math.round(figures.requestsPerSecond).toLocaleString('en'),
    figures.p50.toFixed(2),
    figures.p99.toFixed(1),
    milliseconds(cpu(figures)),
    milliseconds(figures.serverCpuMs),
    milliseconds(figures.databaseCpuMs),
  ];
}

const milliseconds = (value: number): string => (Number.isNaN(value) ? '–' : value.toPrecision(3));
const ratio = (a: number, b: number): string => (Number.isNaN(a / b) ? '–' : `${(a / b).toFixed(2)} ×`);
