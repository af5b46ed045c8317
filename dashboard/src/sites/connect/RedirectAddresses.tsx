import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { type App, appErrorsOf, validateApp } from '../apps/app-values.ts';

/** Edits the addresses to which members may return, and suggests the address that the framework uses. */
export function RedirectAddresses({ app, suggestion }: { app: App; suggestion: string }) {
  const [redirectUris, setRedirectUris] = useState(app.redirectUris);
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (uris: string[]) =>
      admin.call('sites.apps.update', { query: { clientId: app.clientId }, body: { app: { redirectUris: uris } } }),
    onSuccess: () => {
      notifySuccess('The redirect addresses are saved.');
      return queryClient.invalidateQueries({ queryKey: ['apps'] });
    },
    onError: (error) => setInvalid(String(appErrorsOf(error).redirectUris ?? '') || null),
  });
  const change = (uris: string[]) => {
    const problem = String(validateApp({ ...app, redirectUris: uris }).redirectUris ?? '') || null;
    setRedirectUris(uris);
    setInvalid(problem);
    return problem === null;
  };
  const addSuggestion = () => {
    const uris = [...redirectUris, suggestion];
    if (change(uris)) save.mutate(uris);
  };
  const isChanged = redirectUris.join(' ') !== app.redirectUris.join(' ');
  return (
    <Stack gap="sm">
      {save.error && !invalid && <ErrorState error={save.error} />}
      <TagsInput
        label="Redirect addresses"
        description="Where members return to after they sign in. The address must match exactly, including port and slash."
        placeholder="Press Enter after each address"
        maxTags={20}
        splitChars={[' ', ',']}
        value={redirectUris}
        onChange={change}
        error={invalid}
      />
      {!redirectUris.includes(suggestion) && (
        <Text size="sm" c="dimmed">
          On your own machine, this framework returns to <code>{suggestion}</code>.
        </Text>
      )}
      <Group>
        {!redirectUris.includes(suggestion) && (
          <Button variant="default" onClick={addSuggestion}>
            Add this address
          </Button>
        )}
        {isChanged && (
          <Button disabled={invalid !== null} loading={save.isPending} onClick={() => save.mutate(redirectUris)}>
            Save addresses
          </Button>
        )}
      </Group>
      <UnsavedChanges hasChanges={isChanged && !save.isPending} />
    </Stack>
  );
}
