import { Anchor, Group, Text } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';

/** The container of the messages. It is a polite live region, so that screen readers read each message once. */
export function Messages() {
  return <Notifications position="bottom-right" aria-live="polite" containerWidth={400} />;
}

const UNDO_MS = 12_000;
const closeButtonProps = { 'aria-label': 'Close message' };

export function show(message: { message: string; title?: string; color: string; autoClose: number }): void {
  notifications.show({ ...message, closeButtonProps, withBorder: true });
}

export function showWithUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: UNDO_MS,
    color: 'verdigris',
    closeButtonProps,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Anchor>
      </Group>
    ),
  });
}
