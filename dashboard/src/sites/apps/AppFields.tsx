import { Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import type { UseFormReturnType } from '@mantine/form';
import type { AppValues } from './app-values.ts';

/** The inputs of an OAuth app. */
export function AppFields({ form }: { form: UseFormReturnType<AppValues> }) {
  return (
    <>
      <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <TagsInput
        label="Redirect addresses"
        description="Where members return to after signing in. Enter one after the other."
        placeholder="https://example.com/callback"
        maxTags={20}
        splitChars={[' ', ',']}
        {...form.getInputProps('redirectUris')}
      />
      <TagsInput
        label="Redirect domains"
        description="Any page of these domains may be returned to, e.g. after signing out."
        placeholder="example.com"
        maxTags={20}
        splitChars={[' ', ',']}
        {...form.getInputProps('redirectDomains')}
      />
      <Switch
        label="A new refresh token with each renewal"
        description="A token that was stolen is noticed: used a second time, it ends the sign-in for both. Only for clients that keep the new one, as Portico’s own SDK does. The vendor’s SDK keeps the first, and would be signed out."
        {...form.getInputProps('rotateRefreshTokens', { type: 'checkbox' })}
      />
    </>
  );
}
