import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from './ConfirmModal.tsx';

/** Asks before navigation, a reload or closing the tab discards unsaved changes. */
export function UnsavedChanges({ hasChanges }: { hasChanges: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  useWarningOnUnload(hasChanges);
  return (
    <DiscardModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/**
 * Asks before a drawer or dialog with unsaved changes closes.
 * @returns `close` closes or asks first; `question` is the confirmation, to be rendered after the dialog as its sibling, so
 * that Escape closes the confirmation only
 */
export function useGuardedClose(isDirty: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  useWarningOnUnload(isDirty);
  return {
    close: () => {
      if (isAsking) return;
      if (!isDirty) onClose();
      // Closes after this event; otherwise the same Escape would close the confirmation, too.
      else setTimeout(() => setIsAsking(true));
    },
    question: (
      <DiscardModal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          onClose();
        }}
      />
    ),
  };
}

/**
 * For a drawer that a URL parameter opens: asks before the drawer closes, also when the back button closes it.
 * @param onClose removes the drawer from the URL
 * @returns `close` and `question` as in useGuardedClose; `leave` closes without asking, for use after a save
 */
export function useGuardedAddress(isDirty: boolean, onClose: () => void) {
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) isLeaving.current = false;
  }, [isDirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isLeaving.current &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  );
  useWarningOnUnload(isDirty);
  return {
    close: () => {
      if (blocker.state === 'blocked') return;
      // Closes after this event; otherwise the same Escape would close the confirmation, too.
      setTimeout(onClose);
    },
    leave: () => {
      isLeaving.current = true;
      onClose();
    },
    question: (
      <DiscardModal
        opened={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        onConfirm={() => {
          isLeaving.current = true;
          blocker.proceed?.();
        }}
      />
    ),
  };
}

function DiscardModal(props: { opened: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmModal {...props} title="Leave without saving?" action="Discard changes" isPending={false}>
      <Text size="sm">Your changes are not saved yet.</Text>
    </ConfirmModal>
  );
}

function useWarningOnUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
