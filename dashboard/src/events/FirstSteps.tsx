import { Anchor, Paper, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRights } from '../app/rights.ts';
import { type Site, useSignedIn } from '../app/session.ts';
import classes from './FirstSteps.module.css';
import { firstSteps, stepQueries } from './first-steps.ts';

/** What to do first with a site. It is shown until all of it is done; what the starter content brought does not count. */
export function FirstSteps() {
  const { mayManage } = useRights();
  const { site } = useSignedIn();
  return mayManage ? <StepsOf site={site} /> : null;
}

function StepsOf({ site }: { site: Site }) {
  const answers = useQueries({ queries: stepQueries(site) });
  const steps = firstSteps.map((step, index) => ({ ...step, isDone: answers[index]?.data === true }));
  const isKnown = answers.every(({ data }) => data !== undefined);
  const open = steps.filter(({ isDone }) => !isDone).length;
  if (!isKnown || open === 0) return null;
  return (
    <Paper component="section" p="lg" aria-labelledby="first-steps">
      <Title order={2} id="first-steps">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {steps.length - open} of {steps.length} done.
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
