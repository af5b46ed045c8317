import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { chooseIntegerTicks } from '../../ui/integer-ticks.ts';

/** Bar chart of submissions per day. The surrounding figure lists the numbers for screen readers. */
export function SubmissionsChart({ days }: { days: readonly { date: string; total: number }[] }) {
  return (
    <BarChart
      h={160}
      data={days.map(({ date, total }) => ({ day: formatDay(date), total }))}
      dataKey="day"
      series={[{ name: 'total', label: 'Submissions', color: 'verdigris.6' }]}
      tickLine="none"
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={chooseIntegerTicks(days.map(({ total }) => total))}
      valueFormatter={formatNumber}
      barProps={{ isAnimationActive: false, tabIndex: -1 }}
      barChartProps={{ accessibilityLayer: false }}
      gridProps={{ strokeDasharray: '0' }}
    />
  );
}
