import { Button, Stack, Text, Title } from '@mantine/core';
import type { AdminUser } from '@portico/sdk/admin';
import { admin } from './client.ts';
import classes from './Shell.module.css';

/** Shown to a person who signed in but has no role on any site. */
export function NoSite({ user }: { user: AdminUser }) {
  return (
    <main className={classes.alone}>
      <Stack align="flex-start">
        <Title order={1}>No site yet</Title>
        <Text>
          You are signed in as {user.email}, but no site has been shared with you. Ask an owner, or create a site on the
          server with <code>npm run -s portico -- site create</code>.
        </Text>
        <Button variant="default" onClick={() => admin.signOut()}>
          Sign out
        </Button>
      </Stack>
    </main>
  );
}
