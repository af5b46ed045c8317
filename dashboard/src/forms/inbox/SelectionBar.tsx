import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { notifyFailure } from '../../app/notify.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { describeError } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { SelectionCount } from '../../ui/SelectionCount.tsx';
import { type Progress, runAction, type SubmissionAction, submissionActions, tagAction } from './submission-actions.ts';
import type { TaggedSubmission } from './tags.ts';

const TagModal = lazy(async () => ({ default: (await import('./TagModal.tsx')).TagModal }));

interface SelectionBarProps {
  selected: readonly TaggedSubmission[];
  /** Loads the submissions of all pages. Null if there is only one page, or not all rows of the page are selected. */
  all: {
    readonly total: number;
    readonly read: (onRead: (count: number) => void) => Promise<readonly TaggedSubmission[]>;
  } | null;
  onDone: () => void;
}

/** Bulk actions for the selected submissions, and the progress of a running action. */
export function SelectionBar({ selected, all, onDone }: SelectionBarProps) {
  const [selectsAll, setSelectsAll] = useState(false);
  const [dialog, setDialog] = useState<'tags' | 'trash' | 'reportSpam' | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAll = selectsAll && all !== null;
  const total = isAll ? all.total : selected.length;
  const bulkAction = useMutation({
    mutationFn: async (actionFor: (refs: readonly TaggedSubmission[]) => SubmissionAction) => {
      const handleRead = (done: number) => setProgress({ progressLabel: 'Loading', done, total });
      const refs = isAll ? await all.read(handleRead) : selected;
      await runAction(actionFor(refs), refs, setProgress);
    },
    onSuccess: onDone,
    onError: (error) => notifyFailure(describeError(error)),
    onSettled: () => {
      setProgress(null);
      setSelectsAll(false);
    },
  });
  const start = (actionFor: (refs: readonly TaggedSubmission[]) => SubmissionAction) => {
    setDialog(null);
    bulkAction.mutate(actionFor);
  };
  if (progress) return <JobProgress {...progress} />;
  if (selected.length === 0) return null;
  const isBusy = bulkAction.isPending;
  const buttonProps = { size: 'xs', variant: 'default', disabled: isBusy } as const;
  return (
    <Group gap="xs" mih={30}>
      <SelectionCount total={total} isAll={isAll} totalOnAllPages={all?.total ?? null} onChange={setSelectsAll} />
      <Button {...buttonProps} onClick={() => start(() => submissionActions.markSeen)}>
        Mark as seen
      </Button>
      <Button {...buttonProps} onClick={() => setDialog('tags')}>
        Tags
      </Button>
      <Button
        {...buttonProps}
        onClick={() => (isAll ? setDialog('reportSpam') : start(() => submissionActions.reportSpam))}
      >
        Spam
      </Button>
      <Button
        {...buttonProps}
        c="var(--mantine-color-error)"
        onClick={() => (isAll ? setDialog('trash') : start(() => submissionActions.trash))}
      >
        Delete
      </Button>
      {dialog === 'tags' && (
        <Suspense>
          <TagModal
            selected={selected}
            total={total}
            onClose={() => setDialog(null)}
            onChange={(added, removed) => start((refs) => tagAction(refs, added, removed))}
          />
        </Suspense>
      )}
      <ConfirmModal
        opened={dialog === 'trash' || dialog === 'reportSpam'}
        onClose={() => setDialog(null)}
        title={dialog === 'trash' ? 'Delete all these submissions?' : 'Move all these submissions to spam?'}
        action={dialog === 'trash' ? `Delete ${formatNumber(total)}` : `Move ${formatNumber(total)}`}
        isPending={isBusy}
        onConfirm={() => start(() => submissionActions[dialog === 'trash' ? 'trash' : 'reportSpam'])}
      >
        <Text size="sm">
          All submissions that match your search and filters will be moved to{' '}
          {dialog === 'trash' ? 'the trash' : 'spam'}, including those on other pages. You can move them back from
          there.
        </Text>
      </ConfirmModal>
    </Group>
  );
}
