import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useComputedColorScheme } from '@mantine/core';
import { formatDay, formatNumber } from '../ui/format.ts';
import { wholeTicks } from '../ui/whole-ticks.ts';

interface PlotProps {
  days: readonly { date: string; submissions: number; members: number }[];
}

/** Bars by day. Its numbers are also told in words by the figure around it. */
export function Plot({ days }: PlotProps) {
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
      yAxisProps={wholeTicks(days.map(({ submissions, members }) => submissions + members))}
      valueFormatter={formatNumber}
      barProps={{ isAnimationActive: false }}
      gridProps={{ strokeDasharray: '0' }}
    />
  );
}
