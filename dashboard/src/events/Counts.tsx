import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '../ui/format.ts';
import classes from './Counts.module.css';
import { type Count, countQueries } from './counts.ts';

/** Cards with the number of members, collections, forms and submissions, each a link to the list. */
export function Counts() {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      {countQueries.map((count) => (
        <CountCard key={count.label} count={count} />
      ))}
    </SimpleGrid>
  );
}

function CountCard({ count }: { count: Count }) {
  const query = useQuery(count.options);
  return (
    <Link to={count.to} className={classes.card}>
      <Text size="sm" c="dimmed">
        {count.label}
      </Text>
      {query.isPending && <Skeleton height={34} width={64} mt={4} />}
      {query.isError && (
        <Text size="sm" mt={8}>
          Not available
        </Text>
      )}
      {query.data !== undefined && (
        <Text className={classes.number} component="span">
          {formatNumber(query.data.value)}
          {query.data.isLowerBound && '+'}
        </Text>
      )}
    </Link>
  );
}
