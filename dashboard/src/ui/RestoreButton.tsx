import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';

interface RestoreButtonProps {
  /** Names the row, e.g. “Restore the site Shop”. */
  label: string;
  onClick: () => void;
  isPending?: boolean;
  isDisabled?: boolean;
}

/** Restores a deleted row of a list. */
export const RestoreButton = ({ label, onClick, isPending = false, isDisabled = false }: RestoreButtonProps) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<IconArrowBackUp size={14} aria-hidden />}
    aria-label={label}
    loading={isPending}
    disabled={isDisabled}
    onClick={onClick}
  >
    Restore
  </Button>
);
