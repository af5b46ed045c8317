/** Short messages in the corner. The library comes with the first message, not with the first load. */
const library = () => import('./notifications.tsx');

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
