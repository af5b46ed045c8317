import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { describeError } from '../ui/ErrorState.tsx';
import { formatNumber } from '../ui/format.ts';
import { JobProgress } from '../ui/JobProgress.tsx';
import { SelectionCount } from '../ui/SelectionCount.tsx';
import {
  type BulkAction,
  bulkActions,
  type MemberSelection,
  type Progress,
  runBulkAction,
  selectByIds,
} from './bulk-actions.ts';
import { refreshMembers } from './queries.ts';

interface BulkBarProps {
  ids: readonly string[];
  /** The members of all pages. Null if there is only one page, or if not all rows of the page are selected. */
  all: MemberSelection | null;
  onDone: () => void;
}

/** Bulk actions for the selected members, and the progress of a running action. */
export function BulkBar({ ids, all, onDone }: BulkBarProps) {
  const [selectsAll, setSelectsAll] = useState(false);
  const isAll = selectsAll && all !== null;
  const selection = isAll ? all : selectByIds(ids);
  const [actionToConfirm, setActionToConfirm] = useState<BulkAction | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = useMutation({
    mutationFn: (action: BulkAction) => runBulkAction(action, selection, setProgress),
    onSuccess: ({ action, succeeded, failed }) => {
      if (succeeded > 0) {
        notifySuccess(
          succeeded === 1 ? action.successTexts[0] : `${formatNumber(succeeded)} ${action.successTexts[1]}`,
        );
      }
      if (failed > 0) {
        const members = failed === 1 ? '1 member' : `${formatNumber(failed)} members`;
        notifyFailure(`${members} could not be ${action.participle}.`);
      }
      onDone();
    },
    onError: (error) => notifyFailure(describeError(error)),
    onSettled: () => {
      setProgress(null);
      setSelectsAll(false);
      return refreshMembers();
    },
  });
  const start = (action: BulkAction) => {
    setActionToConfirm(null);
    run.mutate(action);
  };
  if (ids.length === 0 && !progress) return null;
  return (
    <Group gap="xs" mih={30}>
      {progress ? (
        <JobProgress
          progressLabel={progress.action.progressLabel}
          done={progress.succeeded + progress.failed}
          total={progress.total}
        />
      ) : (
        <>
          <SelectionCount
            total={selection.total}
            isAll={isAll}
            totalOnAllPages={all?.total ?? null}
            onChange={setSelectsAll}
          />
          {bulkActions.map((action) => (
            <Button
              key={action.id}
              size="xs"
              variant="default"
              {...(action.id === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
              aria-label={`${action.label} ${formatNumber(selection.total)} selected`}
              onClick={() => (action.confirmation ? setActionToConfirm(action) : start(action))}
            >
              {action.label}
            </Button>
          ))}
        </>
      )}
      <ConfirmModal
        opened={actionToConfirm !== null}
        onClose={() => setActionToConfirm(null)}
        title={actionToConfirm?.confirmation?.title ?? ''}
        action={`${actionToConfirm?.label} ${formatNumber(selection.total)}`}
        isPending={false}
        onConfirm={() => actionToConfirm && start(actionToConfirm)}
      >
        <Text size="sm">{actionToConfirm?.confirmation?.text}</Text>
      </ConfirmModal>
    </Group>
  );
}
