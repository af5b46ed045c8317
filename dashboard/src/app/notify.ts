import { useSyncExternalStore } from 'react';

/** True once a message has been shown. The message library loads only then, which keeps the first page load small. */
let isNeeded = false;
const listeners = new Set<() => void>();

function loadNotifications() {
  isNeeded = true;
  for (const listener of listeners) listener();
  return import('./notifications.tsx');
}

/** Returns true once a message has been shown. The shell then renders the container for messages. */
export const useNotificationsNeeded = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNeeded,
  );

export async function notifySuccess(message: string): Promise<void> {
  (await loadNotifications()).show({ message, color: 'verdigris', autoClose: 4000 });
}

export async function notifyFailure(message: string): Promise<void> {
  (await loadNotifications()).show({ message, title: 'That did not work', color: 'red', autoClose: 10_000 });
}

/** Shows a message with an Undo button for 12 seconds, or longer while the pointer is over it. */
export async function notifyUndo(message: string, undo: () => void): Promise<void> {
  (await loadNotifications()).showWithUndo(message, undo);
}
