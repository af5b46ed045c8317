import { Anchor, Button, Group, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { useSignedIn } from '../../app/session.ts';
import { CodeSnippets } from '../../ui/CodeSnippets.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { originOf } from '../../ui/embed-code.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import type { App } from '../apps/app-values.ts';
import { CreateApp } from '../apps/CreateApp.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import type { ConnectionIds } from './connection-ids.ts';
import { type Framework, frameworks } from './frameworks.ts';
import { RedirectAddresses } from './RedirectAddresses.tsx';

/** Time between two requests that check whether an app has made its first call. */
const CHECK_INTERVAL_MS = 2_000;

/** Helps to connect a website or a script: shows the code, the OAuth app, and whether the app has made a call. */
export function Connect() {
  const { site } = useSignedIn();
  const [isCreating, creationModal] = useDisclosure(false);
  const [name, setName] = useState(frameworks[0]?.name);
  const framework = frameworks.find((one) => one.name === name) ?? (frameworks[0] as Framework);
  const apps = useQuery({
    queryKey: ['apps'],
    queryFn: async () => (await admin.call('sites.apps.list')).apps,
    refetchInterval: ({ state }) => (state.data?.some(({ lastUsedDate }) => !lastUsedDate) ? CHECK_INTERVAL_MS : false),
  });
  const newApp = <Button onClick={creationModal.open}>New app</Button>;
  return (
    <>
      <QueryView query={apps}>
        {(list) => {
          // Omits the built-in app of the site's pages, which other websites do not use.
          const websiteApps = list.filter(({ clientId }) => clientId !== site.clientId);
          return websiteApps.length === 0 ? (
            <Empty icon={<IconPlugConnected size={36} stroke={1.5} />} title="Create an app first" action={newApp}>
              A website or script needs an app: a client id, and the addresses to which members return after they sign
              in.
            </Empty>
          ) : (
            <Connection apps={websiteApps} framework={framework} onFramework={setName} newApp={newApp} />
          );
        }}
      </QueryView>
      <CreateApp
        opened={isCreating}
        onClose={creationModal.close}
        redirectUris={framework.redirectUri ? [framework.redirectUri] : []}
      />
    </>
  );
}

interface ConnectionProps {
  apps: readonly App[];
  framework: Framework;
  onFramework: (name: string) => void;
  newApp: React.ReactNode;
}

function Connection({ apps, framework, onFramework, newApp }: ConnectionProps) {
  const [clientId, setClientId] = useState(apps[0]?.clientId);
  const app = apps.find((one) => one.clientId === clientId) ?? (apps[0] as App);
  return (
    <Stack gap="xl" maw={760}>
      <Group align="end">
        <Select
          label="Framework"
          data={frameworks.map(({ name, label }) => ({ value: name, label }))}
          value={framework.name}
          onChange={(value) => value && onFramework(value)}
          allowDeselect={false}
        />
        <Select
          label="App"
          data={apps.map(({ clientId, name }) => ({ value: clientId, label: name }))}
          value={app.clientId}
          onChange={(value) => value && setClientId(value)}
          allowDeselect={false}
        />
        {newApp}
      </Group>
      <Section title="Connection">
        <ConnectionState app={app} />
      </Section>
      <Code framework={framework} app={app} />
    </Stack>
  );
}

/** One form is enough, because the code needs only an example. */
const ONE_FORM = { query: { paging: { limit: 1 } } } as const;

function Code({ framework, app }: { framework: Framework; app: App }) {
  const { site } = useSignedIn();
  const forms = useQuery({
    queryKey: ['connect', 'form'],
    queryFn: async () => (await admin.call('forms.forms.list', ONE_FORM)).forms,
  });
  const formId = forms.data?.[0]?.id ?? 'YOUR-FORM-ID';
  const ids = { url: originOf(site), clientId: app.clientId, siteId: site.siteId, formId, tarballs: useTarballs() };
  const { redirectUri } = framework;
  return (
    <>
      <Section title="Code">
        <CodeSnippets snippets={framework.snippets(ids)} />
        <Anchor href={`/docs/${framework.guide}`} target="_blank" size="sm">
          Quickstart for {framework.label}: members, a list and a form
        </Anchor>
      </Section>
      {redirectUri && (
        <Section title="Sign-in">
          <RedirectAddresses key={app.clientId} app={app} suggestion={redirectUri} />
          <CodeSnippets snippets={framework.signIn?.(ids) ?? []} />
        </Section>
      )}
    </>
  );
}

/** Returns the names of the served tarballs. Until these are loaded, returns names that redirect to the tarballs. */
function useTarballs(): ConnectionIds['tarballs'] {
  const { data } = useQuery({
    queryKey: ['packages'],
    queryFn: async () => {
      const response = await fetch('/packages/index.json');
      if (!response.ok) throw new Error(`The packages are not available: ${response.status}`);
      return (await response.json()) as Record<string, string>;
    },
  });
  const nameOf = (name: string): string => data?.[name] ?? name;
  return { sdk: nameOf('portico-sdk.tgz'), react: nameOf('portico-react.tgz') };
}
