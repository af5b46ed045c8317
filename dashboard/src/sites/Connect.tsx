import { Button, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { admin } from '../app/client.ts';
import { useSignedIn } from '../app/session.ts';
import { Empty } from '../ui/Empty.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Snippet } from '../ui/Snippet.tsx';

/** How a website written for the vendor's SDK is pointed here. */
export function Connect() {
  const apps = useQuery({ queryKey: ['apps'], queryFn: async () => (await admin.call('sites.apps.list')).apps });
  return (
    <QueryView query={apps}>
      {(list) =>
        list[0] === undefined ? (
          <Empty
            icon={<IconPlugConnected size={36} stroke={1.5} />}
            title="First make an app"
            action={
              <Button component={Link} to="/settings/apps">
                OAuth apps
              </Button>
            }
          >
            A website needs the client id of an app. Make one, then come back for the lines to paste.
          </Empty>
        ) : (
          <Snippets apps={list.map(({ clientId, name }) => ({ value: clientId, label: name }))} />
        )
      }
    </QueryView>
  );
}

function Snippets({ apps }: { apps: { value: string; label: string }[] }) {
  const { site } = useSignedIn();
  const [clientId, setClientId] = useState(apps[0]?.value ?? '');
  const origin = window.location.origin;
  return (
    <Stack gap="xl" maw={760}>
      <Text>
        Code written for <code>@wix/sdk</code> runs on {site.name} unchanged. It needs the client id of an app, and one
        line that sends its calls here.
      </Text>
      <Select
        label="App"
        data={apps}
        value={clientId}
        onChange={(value) => value && setClientId(value)}
        allowDeselect={false}
        maw={320}
      />
      <Stack gap="sm">
        <Title order={2}>In your code</Title>
        <Snippet
          label="Client code"
          code={`import { createClient, OAuthStrategy } from '@wix/sdk';
import { items } from '@wix/data';

const client = createClient({
  modules: { items },
  auth: OAuthStrategy({ clientId: '${clientId}' }),
});`}
        />
      </Stack>
      <Stack gap="sm">
        <Title order={2}>In a browser</Title>
        <Text size="sm">Put this line before any other script of the page.</Text>
        <Snippet label="Script for browsers" code={`<script src="${origin}/wix.js"></script>`} />
      </Stack>
      <Stack gap="sm">
        <Title order={2}>In Node.js</Title>
        <Text size="sm">Start your program with the register module. It needs no change in the code.</Text>
        <Snippet
          label="Command for Node.js"
          code={`PORTICO_URL=${origin} node --import @portico/sdk/wix/register server.js`}
        />
      </Stack>
    </Stack>
  );
}
