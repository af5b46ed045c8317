import { Stack } from '@mantine/core';
import { useSignedIn } from '../../app/session.ts';
import { Page } from '../../ui/Page.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { Sessions } from './Sessions.tsx';

/** The account of the person who is signed in. */
export function Account() {
  const { user } = useSignedIn();
  return (
    <Page title="Your account" description={`You are signed in as ${user.email}.`}>
      <Stack gap="xl" maw={760}>
        <ChangePassword email={user.email} />
        <Sessions />
      </Stack>
    </Page>
  );
}
