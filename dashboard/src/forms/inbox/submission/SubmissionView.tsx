import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { admin } from '../../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../../app/notify.ts';
import { useRights } from '../../../app/rights.ts';
import { CopyField } from '../../../ui/CopyField.tsx';
import { describeError } from '../../../ui/ErrorState.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import type { SiteForm } from '../../queries.ts';
import { refreshInbox, type Submission } from '../queries.ts';
import { SubmissionState } from '../SubmissionState.tsx';
import { AnswerList } from './AnswerList.tsx';
import classes from './Submission.module.css';
import { SubmissionActions } from './SubmissionActions.tsx';
import { TagField } from './TagField.tsx';

interface SubmissionViewProps {
  submission: Submission;
  /** Null if the form has been deleted. */
  form: SiteForm | null;
  onEdit: () => void;
  /** Called when an action moves the submission out of the inbox. */
  onLeaveInbox: () => void;
}

/** Shows a submission and its actions. */
export function SubmissionView({ submission, form, onEdit, onLeaveInbox }: SubmissionViewProps) {
  const { mayEdit } = useRights();
  useMarkAsSeen(submission, mayEdit);
  const { id, status, createdDate, updatedDate, revision, orderDetails: order } = submission;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <SubmissionState status={status} />
          <Text size="sm">{form ? form.name || 'Untitled form' : 'Deleted form'}</Text>
        </Group>
        <Text size="sm" c="dimmed">
          Sent {formatDateTime(createdDate)}
          {revision !== '1' && updatedDate !== createdDate && `, changed ${formatDateTime(updatedDate)}`}
        </Text>
      </Stack>
      <SubmissionActions
        submission={submission}
        mayChange={mayEdit && form !== null}
        onEdit={onEdit}
        onLeaveInbox={onLeaveInbox}
      />
      {status === 'PAYMENT_CANCELED' && (
        <Alert color="red" p="xs">
          The payment was canceled or did not arrive in time.
        </Alert>
      )}
      <AnswerList submission={submission} form={form} />
      {order && (
        <Text size="sm" component="div" className={classes.order}>
          Order {order.number}: <strong>{priceOf(order)}</strong>
        </Text>
      )}
      {mayEdit && (
        <div className={classes.screenOnly}>
          <TagField submission={submission} />
        </div>
      )}
      <Sender submission={submission} mayEdit={mayEdit && form !== null} />
      <div className={classes.screenOnly}>
        <CopyField label="Submission id" value={id} />
      </div>
    </Stack>
  );
}

function priceOf({ itemSubtotal = '', currency }: NonNullable<Submission['orderDetails']>): string {
  const amount = Number(itemSubtotal);
  if (itemSubtotal === '' || Number.isNaN(amount)) return itemSubtotal;
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);
  } catch {
    // Intl throws if the browser does not support the currency code. The amount is then shown unformatted.
    return `${itemSubtotal} ${currency ?? ''}`;
  }
}

function Sender({ submission, mayEdit }: { submission: Submission; mayEdit: boolean }) {
  const { id: submissionId, submitter, contactId } = submission;
  const add = useMutation({
    mutationFn: () => admin.call('forms.submissions.upsertContact', { body: { submissionId } }),
    onSuccess: () => {
      notifySuccess('The sender has been added to your contacts.');
      return refreshInbox();
    },
    onError: (error) => notifyFailure(describeError(error)),
  });
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">
        {submitter.memberId ? (
          <>
            Sent by a member:{' '}
            <Anchor component={Link} inherit to={`/members?open=${encodeURIComponent(submitter.memberId)}`}>
              show profile
            </Anchor>
          </>
        ) : submitter.visitorId ? (
          'Sent by a visitor who was not signed in.'
        ) : (
          `Sent by ${submitter.userId ? 'someone on your team' : 'an app'}.`
        )}
      </Text>
      {contactId && (
        <Text size="sm">
          In your contacts:{' '}
          <Anchor component={Link} inherit to={`/contacts?open=${encodeURIComponent(contactId)}`}>
            show contact
          </Anchor>
        </Text>
      )}
      {!contactId && mayEdit && (
        <Button
          size="xs"
          variant="default"
          mt={4}
          className={classes.screenOnly}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          Add to contacts
        </Button>
      )}
    </Stack>
  );
}

/** Marks an opened submission as seen. If the call fails, the submission stays marked as new. */
function useMarkAsSeen({ id, formId, seen }: Submission, mayEdit: boolean): void {
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; formId: string }) => admin.call('forms.submissions.bulkMarkAsSeen', { body }),
    onSuccess: () => refreshInbox(),
  });
  useEffect(() => {
    if (!seen && mayEdit) mutate({ ids: [id], formId });
  }, [id, formId, seen, mayEdit, mutate]);
}
