import { Button, Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatDay, formatNumber } from '../../ui/format.ts';
import { type Filters, listLastDays } from './inbox-params.ts';
import { dailyCountsQuery } from './queries.ts';

// The chart loads on demand, because its library is large and few users open the chart.
const SubmissionsChart = lazy(async () => ({ default: (await import('./SubmissionsChart.tsx')).SubmissionsChart }));

const DAYS = 14;

export function SubmissionsByDayButton({ isShown, onShow }: { isShown: boolean; onShow: (isShown: boolean) => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-pressed={isShown}
      leftSection={<IconChartBar size={15} aria-hidden />}
      onClick={() => onShow(!isShown)}
    >
      By day
    </Button>
  );
}

/** Shows how many matching submissions were sent on each recent day. */
export function SubmissionsByDay({ filters }: { filters: Filters }) {
  const [days] = useState(() => listLastDays(DAYS));
  const counts = useQuery(dailyCountsQuery(filters, days));
  if (counts.isError) return <ErrorState error={counts.error} retry={() => counts.refetch()} />;
  if (!counts.data) return <Skeleton height={210} radius="lg" />;
  const total = counts.data.reduce((sum, day) => sum + day.total, 0);
  const busiest = counts.data.reduce((top, day) => (day.total > top.total ? day : top));
  return (
    <Paper p="md" component="figure" m={0}>
      <Text component="figcaption" size="sm" mb="sm">
        {total === 0
          ? `No submissions in the last ${DAYS} days.`
          : `${formatNumber(total)} in the last ${DAYS} days. The busiest day was ${formatDay(busiest.date)} with ${formatNumber(busiest.total)}.`}
      </Text>
      <VisuallyHidden>
        <ul>
          {counts.data
            .filter((day) => day.total > 0)
            .map((day) => (
              <li key={day.date}>
                {formatDay(day.date)}: {formatNumber(day.total)}
              </li>
            ))}
        </ul>
      </VisuallyHidden>
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={160} radius="md" />}>
          <SubmissionsChart days={counts.data} />
        </Suspense>
      </div>
    </Paper>
  );
}
