import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { answerText } from '../../answers.ts';
import type { Submission } from '../queries.ts';
import classes from './Letter.module.css';

interface SubmissionConflictProps {
  fields: readonly FieldView[];
  base: Submission;
  newer: Submission;
  isPending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else was quicker: what they changed, and whose changes count. */
export function SubmissionConflict({ fields, base, newer, isPending, onMine, onTheirs }: SubmissionConflictProps) {
  const changed = fields.filter(
    ({ target }) => JSON.stringify(base.submissions[target]) !== JSON.stringify(newer.submissions[target]),
  );
  return (
    <Alert color="yellow" role="alert" title="Somebody else has changed this submission meanwhile">
      <Stack gap="sm">
        {changed.length === 0 ? (
          <Text size="sm">Its answers are as they were: its state or its tags are other ones.</Text>
        ) : (
          <ul className={classes.conflict}>
            {changed.map((field) => (
              <li key={field.id}>
                {field.label}: “{answerText(field, base.submissions[field.target]) || 'nothing'}” became “
                {answerText(field, newer.submissions[field.target]) || 'nothing'}”
              </li>
            ))}
          </ul>
        )}
        <Text size="sm">
          Saving yours changes the answers that you have changed, and leaves the others as they are now.
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={isPending} onClick={onMine} data-autofocus>
            Save mine
          </Button>
          <Button size="xs" variant="default" onClick={onTheirs}>
            Take theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
