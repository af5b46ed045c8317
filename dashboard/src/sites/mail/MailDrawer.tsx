import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { MailFrame } from './MailFrame.tsx';
import { MailState } from './MailState.tsx';
import { kindTitles } from './mail-kinds.ts';
import { type Mail, mailQuery, refreshOutbox } from './queries.ts';

/** One mail: its state, its content as long as the server stores it, and buttons to send or discard it. */
export function MailDrawer({ mailId, onClose }: { mailId: string | null; onClose: () => void }) {
  const openedMail = useQuery(mailQuery(mailId));
  return (
    <Drawer
      opened={mailId !== null}
      onClose={onClose}
      size="xl"
      title={openedMail.data ? kindTitles[openedMail.data.mail.kind].title : 'Mail'}
    >
      <QueryView query={openedMail}>
        {({ mail, content }) => (
          <Stack>
            <Group gap="xs">
              <MailState status={mail.status} />
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {mailSummary(mail)}
              </Text>
            </Group>
            {mail.lastError && mail.status !== 'SENT' && (
              <Alert color="red" title={`Attempt ${mail.attempts} failed`}>
                {mail.lastError}
              </Alert>
            )}
            <MailActions mail={mail} onClose={onClose} />
            {content ? (
              <MailFrame content={content} />
            ) : (
              <Text size="sm" c="dimmed">
                The text of a mail is deleted once it is sent, because it may contain a code or a link to an account.
              </Text>
            )}
          </Stack>
        )}
      </QueryView>
    </Drawer>
  );
}

function mailSummary({ recipient, createdDate, sentDate, nextAttemptDate, status }: Mail): string {
  const parts = [`To ${recipient}`, `created ${formatDateTime(createdDate)}`];
  if (sentDate) parts.push(`sent ${formatDateTime(sentDate)}`);
  if (status === 'QUEUED' && nextAttemptDate) parts.push(`next attempt ${formatDateTime(nextAttemptDate)}`);
  return parts.join(', ');
}

function MailActions({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mailId, status } = mail;
  const retry = useMutation({
    mutationFn: () => admin.call('sites.mail.retry', { query: { mailId } }),
    onSuccess: (retryResponse) => {
      const { queryKey } = mailQuery(mailId);
      queryClient.setQueryData(queryKey, (previous) => previous && { ...previous, mail: retryResponse.mail });
      notifySuccess('The mail is on its way.');
      return refreshOutbox();
    },
  });
  const discard = useMutation({
    mutationFn: () => admin.call('sites.mail.discard', { query: { mailId } }),
    onSuccess: () => {
      onClose();
      notifySuccess('The mail is discarded.');
      return refreshOutbox();
    },
  });
  return (
    <Stack gap="xs">
      {retry.error && <ErrorState error={retry.error} />}
      <Group gap="xs">
        {status !== 'SENT' && (
          <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
            Send now
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          Discard
        </Button>
      </Group>
      <ConfirmModal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard this mail?"
        action="Discard"
        isPending={discard.isPending}
        error={discard.error}
        onConfirm={() => discard.mutate()}
      >
        <Text size="sm">
          {status === 'SENT'
            ? 'It has already been sent. Only its entry here is deleted.'
            : `It will not be sent to ${mail.recipient}. This cannot be undone.`}
        </Text>
      </ConfirmModal>
    </Stack>
  );
}
