import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormButtonsProps {
  isPending: boolean;
  onCancel: () => void;
  /** what sending it does */
  children: ReactNode;
}

/** The end of a short form in a dialog. */
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
