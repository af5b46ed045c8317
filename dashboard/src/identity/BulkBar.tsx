import { Button, Group, Progress as ProgressBar, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { sentenceOf } from '../ui/ErrorState.tsx';
import { formatNumber } from '../ui/format.ts';
import { type BulkAct, bulkActs, type Chosen, chosenByIds, type Progress, runBulkAct } from './bulk-acts.ts';
import { refreshMembers } from './queries.ts';

interface BulkBarProps {
  ids: readonly string[];
  /** all that the list would show on every page; null where the page shows them all, or not all of it is chosen */
  all: Chosen | null;
  onDone: () => void;
}

/** What can be done with all members that are chosen, and how far it has come. */
export function BulkBar({ ids, all, onDone }: BulkBarProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const isAll = wantsAll && all !== null;
  const chosen = isAll ? all : chosenByIds(ids);
  const [asked, setAsked] = useState<BulkAct | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = useMutation({
    mutationFn: (act: BulkAct) => runBulkAct(act, chosen, setProgress),
    onSuccess: ({ act, succeeded, failed }) => {
      if (succeeded > 0) {
        notifySuccess(succeeded === 1 ? act.done[0] : `${formatNumber(succeeded)} ${act.done[1]}`);
      }
      if (failed > 0) notifyFailure(`${formatNumber(failed)} could not be changed.`);
      onDone();
    },
    onError: (error) => notifyFailure(sentenceOf(error)),
    onSettled: () => {
      setProgress(null);
      setWantsAll(false);
      return refreshMembers();
    },
  });
  const start = (act: BulkAct) => {
    setAsked(null);
    run.mutate(act);
  };
  if (ids.length === 0 && !progress) return null;
  return (
    <Group gap="xs" mih={30}>
      {progress ? (
        <Running progress={progress} />
      ) : (
        <>
          <Text size="sm" fw={500} role="status">
            {formatNumber(chosen.total)} chosen
          </Text>
          {all && (
            <Button size="xs" variant="subtle" onClick={() => setWantsAll(!isAll)}>
              {isAll ? 'Choose this page alone' : `Choose all ${formatNumber(all.total)}`}
            </Button>
          )}
          {bulkActs.map((act) => (
            <Button
              key={act.id}
              size="xs"
              variant="default"
              {...(act.id === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
              aria-label={`${act.label} ${formatNumber(chosen.total)} chosen`}
              onClick={() => (act.question ? setAsked(act) : start(act))}
            >
              {act.label}
            </Button>
          ))}
        </>
      )}
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked?.question?.title ?? ''}
        action={`${asked?.label} ${formatNumber(chosen.total)}`}
        isPending={false}
        onConfirm={() => asked && start(asked)}
      >
        <Text size="sm">{asked?.question?.text}</Text>
      </ConfirmModal>
    </Group>
  );
}

function Running({ progress: { act, total, succeeded, failed } }: { progress: Progress }) {
  const told = `${act.doing}: ${formatNumber(succeeded + failed)} of ${formatNumber(total)}`;
  return (
    <Stack gap={4} w={260} role="status">
      <Text size="sm">{told}</Text>
      <ProgressBar value={((succeeded + failed) / total) * 100} aria-label={told} animated />
    </Stack>
  );
}
