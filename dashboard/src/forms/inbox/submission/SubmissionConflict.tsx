import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { formatAnswer } from '../../answers.ts';
import type { Submission } from '../queries.ts';
import classes from './Submission.module.css';

interface SubmissionConflictProps {
  fields: readonly FieldView[];
  base: Submission;
  newer: Submission;
  isPending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows the changes that someone else has saved in the meantime, and lets the user choose whose changes to apply. */
export function SubmissionConflict({
  fields,
  base,
  newer,
  isPending,
  onKeepMine: onMine,
  onTakeTheirs: onTheirs,
}: SubmissionConflictProps) {
  const changedFields = fields.filter(
    ({ target }) => JSON.stringify(base.submissions[target]) !== JSON.stringify(newer.submissions[target]),
  );
  return (
    <Alert color="yellow" role="alert" title="Someone else has changed this submission">
      <Stack gap="sm">
        {changedFields.length === 0 ? (
          <Text size="sm">The answers are the same, but its state or tags have changed.</Text>
        ) : (
          <ul className={classes.conflict}>
            {changedFields.map((field) => (
              <li key={field.id}>
                {field.label}: “{formatAnswer(field, base.submissions[field.target]) || 'nothing'}” became “
                {formatAnswer(field, newer.submissions[field.target]) || 'nothing'}”
              </li>
            ))}
          </ul>
        )}
        <Text size="sm">If you save your changes, only the answers that you have edited are overwritten.</Text>
        <Group gap="xs">
          <Button size="xs" loading={isPending} onClick={onMine} data-autofocus>
            Save my changes
          </Button>
          <Button size="xs" variant="default" onClick={onTheirs}>
            Discard my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
