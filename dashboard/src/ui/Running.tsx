import { Progress, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useReducedMotion } from '@mantine/hooks';
import { formatNumber } from './format.ts';

interface RunningProps {
  /** “Deleting” */
  doing: string;
  done: number;
  total: number;
}

/** How far work on many rows has come. */
export function Running({ doing, total, done }: RunningProps) {
  const isCalm = useReducedMotion();
  const told = `${doing}: ${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <Stack gap={4} w={260} role="status">
      <Text size="sm">{told}</Text>
      <Progress value={total === 0 ? 100 : (done / total) * 100} aria-label={told} animated={!isCalm} />
    </Stack>
  );
}
