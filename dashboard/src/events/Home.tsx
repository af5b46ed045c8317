import { Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Calls } from '@portico/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { admin } from '../app/client.ts';
import { useSignedIn } from '../app/session.ts';
import { WaitingMembers } from '../identity/WaitingMembers.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatDay, formatNumber } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { ActivityList } from './ActivityList.tsx';
import { Counts } from './Counts.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import classes from './Home.module.css';

const DAYS = 30;
const ActivityChart = lazy(async () => ({ default: (await import('./ActivityChart.tsx')).ActivityChart }));

type Activity = Calls['events.activity.get']['response'];

/** The start screen of a site: waiting members, totals, first steps and recent activity. */
export function Home() {
  const { site } = useSignedIn();
  const activity = useQuery({
    queryKey: ['activity', DAYS],
    queryFn: () => admin.call('events.activity.get', { query: { days: DAYS, limit: 8 } }),
  });
  return (
    <Page title="Home" description={`Recent activity on ${site.name}.`}>
      <WaitingMembers />
      <Counts />
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <section className={classes.panel} aria-labelledby="chart-title">
          <Title order={2} id="chart-title" mb="md">
            Last {DAYS} days
          </Title>
          {activity.isError && <ErrorState error={activity.error} retry={() => activity.refetch()} />}
          {activity.isPending && <Skeleton height={250} />}
          {activity.data && <DailyActivity days={activity.data.days} />}
        </section>
        <section className={classes.panel} aria-labelledby="activity-title">
          <Title order={2} id="activity-title" mb="md">
            Recent activity
          </Title>
          {activity.isError && (
            <Text size="sm" c="dimmed">
              The recent activity could not be loaded.
            </Text>
          )}
          {activity.isPending && <Skeleton height={250} />}
          {activity.data && <ActivityList recent={activity.data.recent} />}
        </section>
      </SimpleGrid>
    </Page>
  );
}

function DailyActivity({ days }: { days: Activity['days'] }) {
  const submissions = days.reduce((sum, day) => sum + day.submissions, 0);
  const members = days.reduce((sum, day) => sum + day.members, 0);
  if (submissions + members === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody has signed up or sent a form in the last {DAYS} days.
      </Text>
    );
  }
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';
  const summary = `${formatNumber(submissions)} submissions and ${formatNumber(members)} new members from ${formatDay(first)} to ${formatDay(last)}.`;
  return (
    <Stack gap="xs">
      <figure className={classes.figure} aria-label={`Chart by day. ${summary}`}>
        <Suspense fallback={<Skeleton height={220} />}>
          <ActivityChart days={days} />
        </Suspense>
      </figure>
      <Group gap="lg" className={classes.legend}>
        <span data-series="submissions">Submissions</span>
        <span data-series="members">New members</span>
      </Group>
    </Stack>
  );
}
