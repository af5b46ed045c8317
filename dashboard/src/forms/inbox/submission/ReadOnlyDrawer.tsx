import { Drawer, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useOpenAfterMount, useReturnFocus } from '../../../ui/dialog-focus.ts';
import { formatAnswer, listAnswerFields } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import classes from './Submission.module.css';

interface ReadOnlyDrawerProps {
  title: string;
  /** Null if the form has been deleted. */
  form: SiteForm | null;
  values: Readonly<Record<string, unknown>>;
  /** Explains why the submission is in this folder. */
  note: string;
  onClose: () => void;
}

/**
 * Shows a submission in the spam folder or the trash as plain text. Its files cannot be opened and its links cannot be
 * clicked, because they may be harmful.
 */
export function ReadOnlyDrawer({ title, form, values, note, onClose }: ReadOnlyDrawerProps) {
  useReturnFocus();
  const fields = new Map((form ? listAnswerFields(form) : []).map((field) => [field.target, field]));
  const targets = [...new Set([...fields.keys(), ...Object.keys(values)])];
  return (
    <Drawer opened={useOpenAfterMount(true)} onClose={onClose} title={title}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <dl className={classes.values}>
          {targets.map((target) => {
            const text = formatAnswer(fields.get(target), values[target]);
            return (
              text && (
                <div key={target}>
                  <dt>{fields.get(target)?.label ?? target}</dt>
                  <dd>{text}</dd>
                </div>
              )
            );
          })}
        </dl>
      </Stack>
    </Drawer>
  );
}
