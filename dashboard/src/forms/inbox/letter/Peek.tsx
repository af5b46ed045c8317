import { Drawer, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useOpenOnceDrawn, useReturnedFocus } from '../../../ui/dialog-focus.ts';
import { answerFields, answerText } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import classes from './Letter.module.css';

interface PeekProps {
  title: string;
  /** null where it is no longer there */
  form: SiteForm | null;
  values: Readonly<Record<string, unknown>>;
  /** why it is here */
  told: string;
  onClose: () => void;
}

/** What somebody sent that is not in the inbox, to be read only: no files, and no links to follow. */
export function Peek({ title, form, values, told, onClose }: PeekProps) {
  useReturnedFocus();
  const fields = new Map((form ? answerFields(form) : []).map((field) => [field.target, field]));
  const targets = [...new Set([...fields.keys(), ...Object.keys(values)])];
  return (
    <Drawer opened={useOpenOnceDrawn(true)} onClose={onClose} title={title}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {told}
        </Text>
        <dl className={classes.values}>
          {targets.map((target) => {
            const text = answerText(fields.get(target), values[target]);
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
