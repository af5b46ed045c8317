import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconDots,
  IconEyeOff,
  IconFileTypePdf,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../../app/client.ts';
import { isConflict } from '../../../app/is-conflict.ts';
import { notifyFailure, notifySuccess } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useRights } from '../../../app/rights.ts';
import { sentenceOf } from '../../../ui/ErrorState.tsx';
import { type Deed, deeds, move, run } from '../acts.ts';
import { refreshInbox, type Submission, submissionQuery } from '../queries.ts';
import { followDownload } from '../save-file.ts';
import classes from './Letter.module.css';

interface Move {
  to: SubmissionStatus;
  label: string;
  done: string;
}

/** Where a submission may go from a status: the first is the way it should go. */
const moves: Readonly<Record<SubmissionStatus, readonly Move[]>> = {
  PENDING: [{ to: 'CONFIRMED', label: 'Confirm', done: 'The submission is confirmed.' }],
  PAYMENT_WAITING: [
    { to: 'CONFIRMED', label: 'Mark as paid', done: 'The submission is paid and confirmed.' },
    { to: 'PAYMENT_CANCELED', label: 'Cancel the payment', done: 'The payment is cancelled.' },
  ],
  PAYMENT_CANCELED: [{ to: 'PAYMENT_WAITING', label: 'Wait for payment again', done: 'It waits for payment again.' }],
  CONFIRMED: [{ to: 'PENDING', label: 'Set back to pending', done: 'The submission is pending again.' }],
};

interface LetterActionsProps {
  submission: Submission;
  mayChange: boolean;
  onEdit: () => void;
  onGone: () => void;
}

export function LetterActions({ submission, mayChange, onEdit, onGone }: LetterActionsProps) {
  const { mayEdit } = useRights();
  const moving = useMove(submission);
  const pdf = useMutation({
    mutationFn: () => openPdf(submission.id),
    onError: (error) => notifyFailure(sentenceOf(error)),
  });
  const { status } = submission;
  const [first, ...others] = moves[status];
  // a confirmed one is where it should be
  const isMain = status !== 'CONFIRMED';
  const leave = (deed: Deed) => {
    onGone();
    run(deed, [submission]);
  };
  return (
    <Group gap="xs" className={classes.screenOnly}>
      {mayEdit && isMain && first && (
        <Button size="xs" loading={moving.isPending} onClick={() => moving.mutate(first)}>
          {first.label}
        </Button>
      )}
      {mayChange && (
        <Button size="xs" variant="default" leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileTypePdf size={15} aria-hidden />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate()}
      >
        PDF
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More">
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit &&
            [...(isMain || !first ? [] : [first]), ...others].map((one) => (
              <Menu.Item
                key={one.to}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => moving.mutate(one)}
              >
                {one.label}
              </Menu.Item>
            ))}
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={printOnceClosed}>
            Print
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => leave(deeds.unsee)}>
                Mark as new
              </Menu.Item>
              <Menu.Item
                leftSection={<IconAlertOctagon size={16} aria-hidden />}
                onClick={() => leave(deeds.reportSpam)}
              >
                Report as spam
              </Menu.Item>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => leave(deeds.trash)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function useMove(submission: Submission) {
  return useMutation({
    mutationFn: ({ to }: Move) => move(submission, to),
    onSuccess: (moved, { done }) => {
      queryClient.setQueryData(submissionQuery(moved.id).queryKey, moved);
      notifySuccess(done);
    },
    onError: (error) =>
      notifyFailure(
        isConflict(error)
          ? 'Somebody else has just changed this submission. What you see now is the newest.'
          : sentenceOf(error),
      ),
    onSettled: () => refreshInbox(),
  });
}

/** The menu has to be gone from the page by then. */
const printOnceClosed = (): void => {
  setTimeout(() => window.print(), 250);
};

async function openPdf(submissionId: string): Promise<void> {
  const { document } = await admin.call('forms.submissions.getDocument', { query: { submissionId } });
  const url = document.readyDetails?.downloadUrl;
  if (!url) throw new TypeError('no document');
  followDownload(url);
}
