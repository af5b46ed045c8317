import { Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import type { UseFormReturnType } from '@mantine/form';
import type { AppValues } from './app-values.ts';

/** The inputs for the properties of an OAuth app. */
export function AppFields({ form }: { form: UseFormReturnType<AppValues> }) {
  return (
    <>
      <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <TagsInput
        label="Redirect addresses"
        description="Where members return to after they sign in, for example http://localhost:5173/callback while you develop with Vite. Press Enter after each address."
        placeholder="https://example.com/callback"
        maxTags={20}
        splitChars={[' ', ',']}
        {...form.getInputProps('redirectUris')}
      />
      <TagsInput
        label="Redirect domains"
        description="Members may return to any page of these domains, for example after they sign out."
        placeholder="example.com"
        maxTags={20}
        splitChars={[' ', ',']}
        {...form.getInputProps('redirectDomains')}
      />
      <Switch
        label="Issue a new refresh token at each renewal"
        description="This detects stolen tokens: if a token is used twice, the session is revoked. Turn it on only for clients that store the new token, as Portico’s SDK does. The Wix SDK keeps the first token, so its members would be signed out."
        {...form.getInputProps('rotateRefreshTokens', { type: 'checkbox' })}
      />
    </>
  );
}
