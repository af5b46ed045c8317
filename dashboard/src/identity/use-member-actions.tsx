import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { describeError } from '../ui/ErrorState.tsx';
import type { MemberAction } from './member-actions.ts';
import { nameOfMember } from './member-name.ts';
import { type Member, refreshMembers } from './queries.ts';

interface PendingAction {
  action: MemberAction;
  member: Member;
}

/**
 * Runs actions on members, after a confirmation if the action has one. The calling component must render `question`.
 * @param onDone called after an action has succeeded
 */
export function useMemberActions(onDone?: (done: PendingAction) => void) {
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const run = useMutation({
    mutationFn: ({ action, member }: PendingAction) => action.run(member),
    onSuccess: async (response, done) => {
      setPendingAction(null);
      onDone?.(done);
      notifySuccess(done.action.successMessage(nameOfMember(done.member), response));
      await refreshMembers();
    },
    onError: (error, { action }) => {
      // The confirmation dialog shows the error itself.
      if (!action.confirmation) notifyFailure(describeError(error));
    },
  });
  const start = (action: MemberAction, member: Member) => {
    run.reset();
    if (action.confirmation) setPendingAction({ action, member });
    else run.mutate({ action, member });
  };
  const { confirmation } = pendingAction?.action ?? {};
  return {
    start,
    isPending: run.isPending,
    question: (
      <ConfirmModal
        opened={pendingAction !== null}
        onClose={() => setPendingAction(null)}
        title={confirmation?.title ?? ''}
        action={confirmation?.action ?? ''}
        isPending={run.isPending}
        error={run.error}
        onConfirm={() => pendingAction && run.mutate(pendingAction)}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {pendingAction && confirmation?.text(nameOfMember(pendingAction.member))}
        </Text>
      </ConfirmModal>
    ),
  };
}
