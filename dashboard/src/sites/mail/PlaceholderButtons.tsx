import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MailTemplate } from '@portico/domain/mail';
import { useRef } from 'react';

interface PlaceholderButtonsProps {
  placeholders: readonly string[];
  onInsert: (placeholder: string) => void;
}

/** The values that the mail knows; a click puts one where the cursor was. */
export function PlaceholderButtons({ placeholders, onInsert }: PlaceholderButtonsProps) {
  return (
    <div>
      <Text size="sm" fw={500} id="placeholders">
        Placeholders
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        Stand for what differs from mail to mail. A click puts one where the cursor was.
      </Text>
      <Group gap={6} role="group" aria-labelledby="placeholders">
        {placeholders.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            ff="monospace"
            aria-label={`Insert {${name}}`}
            onClick={() => onInsert(`{${name}}`)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </Group>
    </div>
  );
}

type Field = keyof MailTemplate;
type Input = HTMLInputElement | HTMLTextAreaElement;

/** Remembers in which input the cursor was last, the text's at first. */
export function useInsertion(form: UseFormReturnType<MailTemplate>) {
  const inputs = useRef<Partial<Record<Field, Input | null>>>({});
  const last = useRef<Field>('text');
  return {
    fieldProps: (field: Field) => ({
      ref: (input: Input | null) => {
        inputs.current[field] = input;
      },
      onFocus: () => {
        last.current = field;
      },
    }),
    insert(text: string): void {
      const field = last.current;
      const input = inputs.current[field];
      const value = form.values[field];
      const start = input?.selectionStart ?? value.length;
      form.setFieldValue(field, value.slice(0, start) + text + value.slice(input?.selectionEnd ?? start));
      requestAnimationFrame(() => {
        input?.focus();
        input?.setSelectionRange(start + text.length, start + text.length);
      });
    },
  };
}
