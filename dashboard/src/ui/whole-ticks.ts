import { formatNumber } from './format.ts';

const MOST_TICKS = 5;

/** An axis for counts: it starts at zero, has whole round ticks, and is as wide as the longest of them. */
export function wholeTicks(counts: readonly number[]) {
  const most = Math.max(1, ...counts);
  const step = roundStep(most / (MOST_TICKS - 1));
  const last = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: last / step + 1 }, (_, index) => index * step);
  return {
    ticks,
    domain: [0, last] as [number, number],
    allowDecimals: false,
    tickFormatter: formatNumber,
    width: 16 + 8 * formatNumber(last).length,
  };
}

/** The least of 1, 2, 5, 10, 20, 50 … that is not below the wish. */
function roundStep(wish: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wish)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wish) ?? 10) * power;
}
