import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { admin } from '../../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../../app/notify.ts';
import { useRights } from '../../../app/rights.ts';
import { CopyField } from '../../../ui/CopyField.tsx';
import { sentenceOf } from '../../../ui/ErrorState.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import type { SiteForm } from '../../queries.ts';
import { refreshInbox, type Submission } from '../queries.ts';
import { SubmissionState } from '../SubmissionState.tsx';
import classes from './Letter.module.css';
import { LetterActions } from './LetterActions.tsx';
import { TagField } from './TagField.tsx';
import { Values } from './Values.tsx';

interface LetterProps {
  submission: Submission;
  /** null where it is no longer there */
  form: SiteForm | null;
  onEdit: () => void;
  /** it has left the inbox */
  onGone: () => void;
}

/** A submission to be read, and what can be done with it. */
export function Letter({ submission, form, onEdit, onGone }: LetterProps) {
  const { mayEdit } = useRights();
  useMarkAsSeen(submission, mayEdit);
  const { id, status, createdDate, updatedDate, revision, orderDetails: order } = submission;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <SubmissionState status={status} />
          <Text size="sm">{form ? form.name || 'Without a name' : 'A form that is no longer there'}</Text>
        </Group>
        <Text size="sm" c="dimmed">
          Sent {formatDateTime(createdDate)}
          {revision !== '1' && updatedDate !== createdDate && `, changed ${formatDateTime(updatedDate)}`}
        </Text>
      </Stack>
      <LetterActions submission={submission} mayChange={mayEdit && form !== null} onEdit={onEdit} onGone={onGone} />
      {status === 'PAYMENT_CANCELED' && (
        <Alert color="red" p="xs">
          Nobody paid for this in time, or the payment was cancelled.
        </Alert>
      )}
      <Values submission={submission} form={form} />
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
    // a currency that the browser does not know
    return `${itemSubtotal} ${currency ?? ''}`;
  }
}

function Sender({ submission, mayEdit }: { submission: Submission; mayEdit: boolean }) {
  const { id: submissionId, submitter, contactId } = submission;
  const add = useMutation({
    mutationFn: () => admin.call('forms.submissions.upsertContact', { body: { submissionId } }),
    onSuccess: () => {
      notifySuccess('The sender is among your contacts.');
      return refreshInbox();
    },
    onError: (error) => notifyFailure(sentenceOf(error)),
  });
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">
        {submitter.memberId ? (
          <>
            Sent by a member:{' '}
            <Anchor component={Link} inherit to={`/members?open=${encodeURIComponent(submitter.memberId)}`}>
              see the profile
            </Anchor>
          </>
        ) : submitter.visitorId ? (
          'Sent by a visitor who was not signed in.'
        ) : (
          `Sent by ${submitter.userId ? 'somebody who works on the site' : 'a program'}.`
        )}
      </Text>
      {contactId && (
        <Text size="sm">
          Among your contacts:{' '}
          <Anchor component={Link} inherit to={`/contacts?open=${encodeURIComponent(contactId)}`}>
            see the contact
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

/** Opening a submission takes the mark “new” from it. A failure is not worth a message: the mark stays. */
function useMarkAsSeen({ id, formId, seen }: Submission, mayEdit: boolean): void {
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; formId: string }) => admin.call('forms.submissions.bulkMarkAsSeen', { body }),
    onSuccess: () => refreshInbox(),
  });
  useEffect(() => {
    if (!seen && mayEdit) mutate({ ids: [id], formId });
  }, [id, formId, seen, mayEdit, mutate]);
}
