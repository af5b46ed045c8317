/**
 * Gives the focus back to the element that had it before a dialog opened. Mantine does so only for dialogs that are
 * mounted before they open.
 */
import { useEffect, useState } from 'react';

/** For a dialog that is mounted only while it is open: gives the focus back when the dialog closes. */
export function useReturnFocus(): void {
  const [previous] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Waits until the dialog has released the focus.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true });
      }, 20);
    },
    [previous],
  );
}

/** Opens a dialog right after it was mounted, for dialogs whose code loads when they first open. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return isShown;
}
