import { formatNumber } from './format.ts';

const MAX_TICKS = 5;

/**
 * Returns the props of a chart axis for counts: it starts at zero, has round integer ticks and fits the longest label.
 */
export function chooseIntegerTicks(counts: readonly number[]) {
  const max = Math.max(1, ...counts);
  const step = roundStep(max / (MAX_TICKS - 1));
  const last = Math.ceil(max / step) * step;
  const ticks = Array.from({ length: last / step + 1 }, (_, index) => index * step);
  return {
    ticks,
    domain: [0, last] as [number, number],
    allowDecimals: false,
    tickFormatter: formatNumber,
    width: 16 + 8 * formatNumber(last).length,
  };
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least `minStep`. */
function roundStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, minStep)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= minStep) ?? 10) * power;
}
