import { useSyncExternalStore } from 'react';

/** Short messages in the corner. The library comes with the first message, not with the first load. */
let isAsked = false;
const listeners = new Set<() => void>();

function library() {
  isAsked = true;
  for (const listener of listeners) listener();
  return import('./notifications.tsx');
}

/** True from the first message on: then the shell draws where messages appear. */
export const useMessagesAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isAsked,
  );

export async function notifySuccess(message: string): Promise<void> {
  (await library()).show({ message, color: 'verdigris', autoClose: 4000 });
}

export async function notifyFailure(message: string): Promise<void> {
  (await library()).show({ message, title: 'That did not work', color: 'red', autoClose: 10_000 });
}

/** A message with a way back. It stays longer, and until the pointer leaves it. */
export async function notifyUndo(message: string, undo: () => void): Promise<void> {
  (await library()).showWithUndo(message, undo);
}
