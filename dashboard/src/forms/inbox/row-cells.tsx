import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listAnswerFields } from '../answers.ts';
import type { SiteForm } from '../queries.ts';
import { summaryOf } from './columns.tsx';

interface SummaryCellProps {
  entry: Parameters<typeof summaryOf>[0];
  form: SiteForm | undefined;
}

/** Shows the first answers of a submission in one line. */
export const SummaryCell = ({ entry, form }: SummaryCellProps) => summaryOf(entry, form ? listAnswerFields(form) : []);

interface RestoreOrDeleteProps {
  /** Text of the restore button. `ariaLabel` is its accessible name, which includes the name of the row. */
  label: string;
  ariaLabel: string;
  icon: ReactNode;
  /** Name of the row, for the accessible name of the delete button. */
  name: string;
  onRestore: () => void;
  onRemove: () => void;
}

/** Buttons of a row in the spam folder or the trash: move back to the inbox, or delete for good. */
export const RestoreOrDelete = ({ label, ariaLabel, icon, name, onRestore, onRemove }: RestoreOrDeleteProps) => (
  <Group gap={4} wrap="nowrap">
    <Button size="compact-xs" variant="default" leftSection={icon} aria-label={ariaLabel} onClick={onRestore}>
      {label}
    </Button>
    <Button size="compact-xs" variant="subtle" color="gray" aria-label={`Delete for good: ${name}`} onClick={onRemove}>
      <IconTrash size={15} aria-hidden />
    </Button>
  </Group>
);
