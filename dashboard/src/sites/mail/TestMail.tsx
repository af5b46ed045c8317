import { Alert, Button, Group, TextInput } from '@mantine/core';
import { IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { useSignedIn } from '../../app/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Section } from '../../ui/Section.tsx';

/** Sends a mail immediately, and shows whether the mail server accepted it. */
export function TestMail() {
  const { user } = useSignedIn();
  const [to, setTo] = useState(user.email);
  const send = useMutation({ mutationFn: (to: string) => admin.call('sites.mail.test', { body: { to } }) });
  return (
    <Section title="Try it" lead="Sends a mail with the saved settings.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(to.trim());
        }}
      >
        <Group align="flex-end">
          <TextInput
            label="Send a test mail to"
            type="email"
            required
            minLength={3}
            maxLength={254}
            flex={1}
            maw={340}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={send.isPending}
            leftSection={<IconSend size={15} aria-hidden />}
          >
            Send test mail
          </Button>
        </Group>
      </form>
      {send.error && <ErrorState error={send.error} />}
      {send.data && (
        <Alert
          color="verdigris"
          icon={<IconCheck aria-hidden />}
          title="The mail server accepted the mail"
          role="status"
        >
          It is on its way to {send.variables}.
        </Alert>
      )}
    </Section>
  );
}
