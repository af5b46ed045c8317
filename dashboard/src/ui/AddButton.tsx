import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

type Props = ButtonProps & Omit<React.ComponentProps<'button'>, keyof ButtonProps>;

/** A button that adds a row to a list. */
export const AddButton = (props: Props) => (
  <Button size="xs" variant="default" leftSection={<IconPlus size={15} aria-hidden />} {...props} />
);
