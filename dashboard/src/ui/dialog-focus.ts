/** Who closes a dialog goes on where it was opened. Mantine sees to it only for dialogs that are drawn before they open. */
import { useEffect, useState } from 'react';

/** For a dialog that is drawn only while it is open. */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // after the dialog has let go of the focus
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      }, 20);
    },
    [before],
  );
}

/** For a dialog whose code comes when it is first opened: it is drawn closed, and opens at once. */
export function useOpenOnceDrawn(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(isOpen), [isOpen]);
  return isShown;
}
