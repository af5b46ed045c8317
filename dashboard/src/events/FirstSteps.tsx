import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useRights } from '../app/rights.ts';
import { totals } from './counts.ts';

/** On a site that holds nothing yet: what to do first. */
export function FirstSteps() {
  const { mayManage } = useRights();
  const counts = useQueries({ queries: [totals.collections, totals.forms] });
  const isEmpty = counts.every((count) => count.data?.value === 0);
  if (!isEmpty || !mayManage) return null;
  return (
    <Paper p="lg">
      <Title order={2}>Begin here</Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        The site holds nothing yet. Make a collection for its content, a form for its visitors, or connect a website you
        have.
      </Text>
      <Group gap="xs">
        <Button component={Link} to="/new-collection">
          New collection
        </Button>
        <Button component={Link} to="/new-form" variant="default">
          New form
        </Button>
        <Button component={Link} to="/settings/connect" variant="default">
          Connect your site
        </Button>
      </Group>
    </Paper>
  );
}
