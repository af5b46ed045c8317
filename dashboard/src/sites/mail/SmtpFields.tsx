import { NativeSelect, PasswordInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';
import type { UseFormReturnType } from '@mantine/form';
import { Section } from '../../ui/Section.tsx';
import type { Settings } from '../settings/queries.ts';
import { defaultPorts, hasStoredPassword, type MailValues } from './mail-values.ts';

const securityOptions = [
  { value: 'STARTTLS', label: 'Encrypted with STARTTLS (587)' },
  { value: 'TLS', label: 'Encrypted from the start (465)' },
  { value: 'NONE', label: 'Not encrypted: only for a mail server on this machine' },
];

/** Inputs for the site's own mail server. */
export function SmtpFields({ form, settings }: { form: UseFormReturnType<MailValues>; settings: Settings }) {
  const { hasOwnServer, host, port, security } = form.values;
  const hasPassword = hasStoredPassword(settings, host);
  const choose = (next: MailValues['security']) => {
    form.setFieldValue('security', next);
    if (port === defaultPorts[security]) form.setFieldValue('port', defaultPorts[next]);
  };
  return (
    <Section title="Mail server">
      <Switch
        label="Send through a mail server of your own (SMTP)"
        description="Your mail provider gives you these values."
        {...form.getInputProps('hasOwnServer', { type: 'checkbox' })}
      />
      {hasOwnServer && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Server"
              placeholder="smtp.example.com"
              required
              maxLength={255}
              {...form.getInputProps('host')}
            />
            <NativeSelect
              label="Connection"
              data={securityOptions}
              {...form.getInputProps('security')}
              onChange={(event) => choose(event.currentTarget.value as MailValues['security'])}
            />
            <TextInput label="Port" required inputMode="numeric" maxLength={5} {...form.getInputProps('port')} />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="User"
              description="Leave empty if the server needs none."
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps('user')}
            />
            <PasswordInput
              label="Password"
              description={
                hasPassword
                  ? 'A password is saved. Type a new one to replace it.'
                  : 'Stored encrypted and never shown again.'
              }
              maxLength={500}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
          </SimpleGrid>
        </>
      )}
    </Section>
  );
}
