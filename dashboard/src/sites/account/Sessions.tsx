import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Calls } from '@portico/contract';
import { readUserAgent } from '@portico/domain';
import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { formatAgo, formatDateTime } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import classes from './Sessions.module.css';

type Session = Calls['sites.account.sessions']['response']['sessions'][number];

/** The sessions of the user. The user can end each session, or all at once. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async () => (await admin.call('sites.account.sessions')).sessions,
  });
  return (
    <Section title="Sessions" lead="The browsers that are signed in to your account.">
      <QueryView query={sessions}>{(list) => <SessionList sessions={list} />}</QueryView>
      <SignOutEverywhere />
    </Section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const removal = useRemoval<Session>({
    title: 'End this session?',
    action: 'End session',
    consequence: (session) => `${nameOf(session)} has to sign in again.`,
    remove: ({ sessionId }) => admin.call('sites.account.endSession', { query: { sessionId } }),
    successMessage: (session) => `The session of ${nameOf(session)} has ended.`,
    invalidates: 'own-sessions',
  });
  return (
    <>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.sessionId} className={classes.session}>
            <IconDeviceDesktop size={22} stroke={1.5} aria-hidden className={classes.icon} />
            <Stack gap={2} className={classes.facts}>
              <Group gap="xs">
                <Text fw={500}>{nameOf(session)}</Text>
                {session.isCurrent && <StatusBadge tone="good">This browser</StatusBadge>}
              </Group>
              <Text size="sm" c="dimmed">
                Used {formatAgo(session.lastUsedDate)}
                {session.address && ` from ${session.address}`}, signed in {formatDateTime(session.createdDate)}
              </Text>
            </Stack>
            {!session.isCurrent && (
              <Button
                variant="default"
                size="xs"
                onClick={() => removal.ask(session)}
                aria-label={`End the session of ${nameOf(session)}`}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removal.question}
    </>
  );
}

function SignOutEverywhere() {
  const [isAsking, confirmModal] = useDisclosure(false);
  const signOut = useMutation({ mutationFn: () => admin.signOutEverywhere() });
  return (
    <Group>
      <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={confirmModal.open}>
        Sign out everywhere
      </Button>
      <ConfirmModal
        opened={isAsking}
        onClose={confirmModal.close}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isPending={signOut.isPending}
        error={signOut.error}
        onConfirm={() => signOut.mutate()}
      >
        <Text size="sm">All your sessions end, including this one. You can sign in again afterwards.</Text>
      </ConfirmModal>
    </Group>
  );
}

function nameOf({ userAgent }: Session): string {
  const { browser, system, program } = readUserAgent(userAgent);
  return [browser ?? program ?? 'Unknown browser', system].filter(Boolean).join(' on ');
}
