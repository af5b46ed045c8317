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
import { describeError } from '../../../ui/ErrorState.tsx';
import { refreshInbox, type Submission, submissionQuery } from '../queries.ts';
import { startDownload } from '../save-file.ts';
import { changeStatus, runAction, type SubmissionAction, submissionActions } from '../submission-actions.ts';
import classes from './Submission.module.css';

interface StatusChange {
  to: SubmissionStatus;
  label: string;
  successMessage: string;
}

/** The status changes that each status allows. The first is the usual one. */
const statusChanges: Readonly<Record<SubmissionStatus, readonly StatusChange[]>> = {
  PENDING: [{ to: 'CONFIRMED', label: 'Confirm', successMessage: 'The submission is confirmed.' }],
  PAYMENT_WAITING: [
    { to: 'CONFIRMED', label: 'Mark as paid', successMessage: 'The submission is paid and confirmed.' },
    { to: 'PAYMENT_CANCELED', label: 'Cancel the payment', successMessage: 'The payment is canceled.' },
  ],
  PAYMENT_CANCELED: [
    {
      to: 'PAYMENT_WAITING',
      label: 'Wait for payment again',
      successMessage: 'The submission waits for payment again.',
    },
  ],
  CONFIRMED: [{ to: 'PENDING', label: 'Set back to pending', successMessage: 'The submission is pending again.' }],
};

interface SubmissionActionsProps {
  submission: Submission;
  mayChange: boolean;
  onEdit: () => void;
  onLeaveInbox: () => void;
}

export function SubmissionActions({ submission, mayChange, onEdit, onLeaveInbox }: SubmissionActionsProps) {
  const { mayEdit } = useRights();
  const statusChange = useStatusChange(submission);
  const pdf = useMutation({
    mutationFn: () => openPdf(submission.id),
    onError: (error) => notifyFailure(describeError(error)),
  });
  const { status } = submission;
  const [first, ...others] = statusChanges[status];
  // A confirmed submission needs no further step, so its status change is in the menu.
  const hasNextStep = status !== 'CONFIRMED';
  const runAndLeave = (action: SubmissionAction) => {
    onLeaveInbox();
    runAction(action, [submission]);
  };
  return (
    <Group gap="xs" className={classes.screenOnly}>
      {mayEdit && hasNextStep && first && (
        <Button size="xs" loading={statusChange.isPending} onClick={() => statusChange.mutate(first)}>
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
            [...(hasNextStep || !first ? [] : [first]), ...others].map((change) => (
              <Menu.Item
                key={change.to}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => statusChange.mutate(change)}
              >
                {change.label}
              </Menu.Item>
            ))}
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={printAfterMenuCloses}>
            Print
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item
                leftSection={<IconEyeOff size={16} aria-hidden />}
                onClick={() => runAndLeave(submissionActions.markUnseen)}
              >
                Mark as new
              </Menu.Item>
              <Menu.Item
                leftSection={<IconAlertOctagon size={16} aria-hidden />}
                onClick={() => runAndLeave(submissionActions.reportSpam)}
              >
                Report as spam
              </Menu.Item>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => runAndLeave(submissionActions.trash)}
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

function useStatusChange(submission: Submission) {
  return useMutation({
    mutationFn: ({ to }: StatusChange) => changeStatus(submission, to),
    onSuccess: (updated, { successMessage }) => {
      queryClient.setQueryData(submissionQuery(updated.id).queryKey, updated);
      notifySuccess(successMessage);
    },
    onError: (error) =>
      notifyFailure(
        isConflict(error)
          ? 'Someone else has just changed this submission. You now see the latest version; please try again.'
          : describeError(error),
      ),
    onSettled: () => refreshInbox(),
  });
}

/** Prints after the menu has closed, because otherwise the menu would be printed, too. */
const printAfterMenuCloses = (): void => {
  setTimeout(() => window.print(), 250);
};

async function openPdf(submissionId: string): Promise<void> {
  const { document } = await admin.call('forms.submissions.getDocument', { query: { submissionId } });
  const url = document.readyDetails?.downloadUrl;
  if (!url) throw new TypeError('no document');
  startDownload(url);
}
