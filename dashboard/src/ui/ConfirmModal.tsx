import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Label of the button, e.g. “Delete key”. */
  action: string;
  onConfirm: () => void;
  isPending: boolean;
  error?: unknown;
  /** Text that the user must type before something important is deleted. */
  typeToConfirm?: string;
}

/** Asks for confirmation before data is lost. */
export function ConfirmModal(props: ConfirmModalProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <ConfirmForm {...props} />
    </Modal>
  );
}

function ConfirmForm({ children, action, onConfirm, onClose, isPending, error, typeToConfirm }: ConfirmModalProps) {
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onConfirm();
      }}
    >
      <Stack>
        {Boolean(error) && <ErrorState error={error} />}
        <div>{children}</div>
        {typeToConfirm !== undefined && (
          <TextInput
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" type="submit" loading={isPending} disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
