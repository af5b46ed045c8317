import { Stack, Text } from '@mantine/core';
import { formatNumber } from './format.ts';
import { ProgressBar } from './ProgressBar.tsx';

interface JobProgressProps {
  /** What the job does, e.g. “Deleting”. */
  progressLabel: string;
  done: number;
  total: number;
}

/** Progress of a job on many rows. */
export function JobProgress({ progressLabel, total, done }: JobProgressProps) {
  const label = `${progressLabel}: ${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <Stack gap={4} w={260} role="status">
      <Text size="sm">{label}</Text>
      <ProgressBar label={label} percent={total === 0 ? 100 : (done / total) * 100} />
    </Stack>
  );
}
