/** Formats the result tables. */

/** Medians over all rounds. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time per request in milliseconds. NaN if the system does not provide it. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

export interface Line {
  readonly title: string;
  readonly portico: Figures;
  /** Null if there is no reference. */
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

/**
 * Formats two rows per workload: Portico's, with its ratios to the reference, and the reference's. A workload without a
 * reference has one row.
 */
export function formatTable(lines: readonly Line[]): string {
  const rows = [
    HEADINGS,
    ...lines.flatMap(({ title, portico, reference }) => [
      [
        title,
        ...formatCells(portico),
        reference ? formatRatio(totalCpu(portico), totalCpu(reference)) : '',
        reference ? formatRatio(portico.requestsPerSecond, reference.requestsPerSecond) : '',
      ],
      ...(reference ? [['  reference', ...formatCells(reference), '', '']] : []),
    ]),
  ];
  return alignColumns(rows);
}

/** Aligns the first column to the left and the others to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  return rows
    .map((row) =>
      row
        .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] as number) : cell.padStart(widths[n] as number)))
        .join('  '),
    )
    .join('\n');
}

/** Returns the middle value, or the mean of the two middle values. */
export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle) - 1] as number)) / 2;
}

const totalCpu = (figures: Figures): number => figures.serverCpuMs + figures.databaseCpuMs;

function formatCells(figures: Figures): string[] {
  return [
    Math.round(figures.requestsPerSecond).toLocaleString('en'),
    figures.p50.toFixed(2),
    figures.p99.toFixed(1),
    formatMilliseconds(totalCpu(figures)),
    formatMilliseconds(figures.serverCpuMs),
    formatMilliseconds(figures.databaseCpuMs),
  ];
}

const formatMilliseconds = (value: number): string => (Number.isNaN(value) ? '–' : value.toPrecision(3));
const formatRatio = (a: number, b: number): string => (Number.isNaN(a / b) ? '–' : `${(a / b).toFixed(2)} ×`);
