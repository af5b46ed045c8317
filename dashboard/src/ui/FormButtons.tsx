import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormButtonsProps {
  isPending: boolean;
  onCancel: () => void;
  /** Label of the submit button. */
  children: ReactNode;
}

/** Cancel and submit buttons of a form in a dialog. */
export function FormButtons({ isPending, onCancel, children }: FormButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {children}
      </Button>
    </Group>
  );
}
