import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from './ConfirmModal.tsx';

/** Asks before another screen, a reload or a closed tab throws away what was typed. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useWarningOnUnload(when);
  return (
    <DiscardModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/**
 * The same question before a drawer or a dialog closes. `close` asks; `question` is to be drawn after the dialog, beside
 * it: then the Escape that closes the question meets the dialog first, which lets it pass.
 */
export function useGuardedClose(isDirty: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useWarningOnUnload(isDirty);
  return {
    close: () => {
      if (isAsking) return;
      if (!isDirty) onClose();
      // after the event: the very Escape that asks would close the question again
      else setTimeout(() => setAsking(true));
    },
    question: (
      <DiscardModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    ),
  };
}

/**
 * The same for a drawer that the address opens: whatever changes the address asks, the back button too.
 * @param onClose takes the drawer out of the address
 * @returns `leave` closes without a question, after what was typed is saved
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
      // after the event: the very Escape that asks would close the question again
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
      <Text size="sm">What you have changed here is not saved yet.</Text>
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
