import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { answerFields } from '../answers.ts';
import type { SiteForm } from '../queries.ts';
import { summaryOf } from './columns.tsx';

interface SummaryCellProps {
  entry: Parameters<typeof summaryOf>[0];
  form: SiteForm | undefined;
}

/** The first answers, as long as there is room. */
export const SummaryCell = ({ entry, form }: SummaryCellProps) => summaryOf(entry, form ? answerFields(form) : []);

interface WayBackProps {
  /** what the button says, and what it says of this row to who cannot see the row */
  label: string;
  told: string;
  icon: ReactNode;
  /** of the row, for the other button */
  name: string;
  onBack: () => void;
  onRemove: () => void;
}

/** What can be done with a row that is out of the way: taken back, or deleted for good. */
export const WayBack = ({ label, told, icon, name, onBack, onRemove }: WayBackProps) => (
  <Group gap={4} wrap="nowrap">
    <Button size="compact-xs" variant="default" leftSection={icon} aria-label={told} onClick={onBack}>
      {label}
    </Button>
    <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Delete for good: ${name}`} onClick={onRemove}>
      <IconTrash size={15} aria-hidden />
    </Button>
  </Group>
);
