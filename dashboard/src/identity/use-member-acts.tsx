import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { sentenceOf } from '../ui/ErrorState.tsx';
import type { MemberAct } from './member-acts.ts';
import { nameOfMember } from './member-name.ts';
import { type Member, refreshMembers } from './queries.ts';

interface Deed {
  act: MemberAct;
  member: Member;
}

/** Starts an act on a member, after its question where it has one. `question` is to be drawn. */
export function useMemberActs(onDone?: (deed: Deed) => void) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const run = useMutation({
    mutationFn: ({ act, member }: Deed) => act.run(member),
    onSuccess: async (answer, deed) => {
      setAsked(null);
      onDone?.(deed);
      notifySuccess(deed.act.done(nameOfMember(deed.member), answer));
      await refreshMembers();
    },
    onError: (error, { act }) => {
      if (!act.question) notifyFailure(sentenceOf(error));
    },
  });
  const start = (act: MemberAct, member: Member) => {
    run.reset();
    if (act.question) setAsked({ act, member });
    else run.mutate({ act, member });
  };
  const { question } = asked?.act ?? {};
  return {
    start,
    isPending: run.isPending,
    question: (
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        isPending={run.isPending}
        error={run.error}
        onConfirm={() => asked && run.mutate(asked)}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {asked && question?.text(nameOfMember(asked.member))}
        </Text>
      </ConfirmModal>
    ),
  };
}
