import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MailTemplate } from '@portico/domain/mail';
import { useRef } from 'react';

interface PlaceholderButtonsProps {
  placeholders: readonly string[];
  onInsert: (placeholder: string) => void;
}

/** Buttons that insert a placeholder at the cursor. */
export function PlaceholderButtons({ placeholders, onInsert }: PlaceholderButtonsProps) {
  return (
    <div>
      <Text size="sm" fw={500} id="placeholders">
        Placeholders
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        They are replaced by the values of each mail. Click one to insert it at the cursor.
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

/** Stores which input last had the cursor, so that placeholders are inserted there. The default is the text input. */
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
