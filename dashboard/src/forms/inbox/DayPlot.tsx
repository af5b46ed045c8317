import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { wholeTicks } from '../../ui/whole-ticks.ts';

/** Bars by day; the figure around it tells the numbers in words. */
export function DayPlot({ days }: { days: readonly { date: string; total: number }[] }) {
  return (
    <BarChart
      h={160}
      data={days.map(({ date, total }) => ({ day: formatDay(date), total }))}
      dataKey="day"
      series={[{ name: 'total', label: 'Submissions', color: 'verdigris.6' }]}
      tickLine="none"
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={wholeTicks(days.map(({ total }) => total))}
      valueFormatter={formatNumber}
      barProps={{ isAnimationActive: false, tabIndex: -1 }}
      barChartProps={{ accessibilityLayer: false }}
      gridProps={{ strokeDasharray: '0' }}
    />
  );
}
