import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useComputedColorScheme } from '@mantine/core';
import { formatDay, formatNumber } from '../ui/format.ts';
import { chooseIntegerTicks } from '../ui/integer-ticks.ts';

interface ActivityChartProps {
  days: readonly { date: string; submissions: number; members: number }[];
}

/** Bar chart of submissions and new members per day. For screen readers, Home.tsx labels its figure with the totals. */
export function ActivityChart({ days }: ActivityChartProps) {
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <BarChart
      h={220}
      data={days.map((day) => ({ day: formatDay(day.date), submissions: day.submissions, members: day.members }))}
      dataKey="day"
      type="stacked"
      series={[
        { name: 'submissions', label: 'Submissions', color: 'verdigris.6' },
        { name: 'members', label: 'New members', color: isDark ? '#d9a94f' : '#c08a2d' },
      ]}
      tickLine="none"
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={chooseIntegerTicks(days.map(({ submissions, members }) => submissions + members))}
      valueFormatter={formatNumber}
      barProps={{ isAnimationActive: false }}
      gridProps={{ strokeDasharray: '0' }}
    />
  );
}
