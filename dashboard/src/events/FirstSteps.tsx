import { Anchor, Paper, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRights } from '../app/rights.ts';
import { type Site, useSignedIn } from '../app/session.ts';
import classes from './FirstSteps.module.css';
import { firstSteps, stepQueries } from './first-steps.ts';

/** The first steps of setting up a site. The list disappears when all are done. Starter content completes no step. */
export function FirstSteps() {
  const { mayManage } = useRights();
  const { site } = useSignedIn();
  return mayManage ? <StepList site={site} /> : null;
}

function StepList({ site }: { site: Site }) {
  const results = useQueries({ queries: stepQueries(site) });
  const steps = firstSteps.map((step, index) => ({ ...step, isDone: results[index]?.data === true }));
  const isLoaded = results.every(({ data }) => data !== undefined);
  const openCount = steps.filter(({ isDone }) => !isDone).length;
  if (!isLoaded || openCount === 0) return null;
  return (
    <Paper component="section" p="lg" aria-labelledby="first-steps">
      <Title order={2} id="first-steps">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {steps.length - openCount} of {steps.length} done.
      </Text>
      <ol className={classes.steps}>
        {steps.map(({ to, title, text, isDone }) => (
          <li key={to} className={classes.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircle size={20} stroke={1.6} aria-hidden />
            )}
            <div>
              <Anchor component={Link} to={to} fw={500} c={isDone ? 'dimmed' : undefined}>
                {title}
              </Anchor>
              <Text size="sm" c="dimmed">
                {isDone ? 'Done' : text}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
