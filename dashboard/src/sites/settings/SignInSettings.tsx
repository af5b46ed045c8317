import { Alert, Anchor, Checkbox, Group, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import { IconExternalLink, IconShieldLock } from '@tabler/icons-react';
import { useSignedIn } from '../../app/session.ts';
import { Section } from '../../ui/Section.tsx';
import { CaptchaFields } from './CaptchaFields.tsx';
import { builtInFields } from './member-fields.ts';
import type { Settings } from './queries.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsView } from './SettingsView.tsx';
import { readSignIn, signInNameOf, validateSignIn, writeSignIn } from './sign-in-values.ts';

/** The settings that determine who may become a member, what members must enter, and how the pages are protected. */
export function SignInSettings() {
  return <SettingsView>{(loaded) => <SignInForm settings={loaded} />}</SettingsView>;
}

function SignInForm({ settings }: { settings: Settings }) {
  const { site } = useSignedIn();
  const memberEditableFields = settings.members.fields.filter((field) => field.editableByMember);
  return (
    <Stack maw={680}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          How people become members of {site.name} and sign in.
        </Text>
        <Anchor href={`${site.url}/sign-up`} target="_blank" rel="noreferrer" size="sm">
          Open the sign-up page <IconExternalLink size={14} aria-label="in a new tab" />
        </Anchor>
      </Group>
      <SettingsForm
        settings={settings}
        read={readSignIn}
        write={writeSignIn}
        nameOf={signInNameOf}
        validate={validateSignIn(settings)}
      >
        {(form) => (
          <>
            <Section title="Who may join">
              <Radio.Group aria-label="Sign-up" {...form.getInputProps('signUp')}>
                <Stack gap="xs">
                  <Radio value="OPEN" label="Everybody" description="Visitors sign up by themselves." />
                  <Radio
                    value="CLOSED"
                    label="Only people you add"
                    description="Sign-up is closed. You add members yourself, under Members."
                  />
                </Stack>
              </Radio.Group>
              <Switch
                label="New members wait for your approval"
                description="They can sign in once you approve them under Members. You get a mail for each."
                {...form.getInputProps('requireOwnerApproval', { type: 'checkbox' })}
              />
              <Switch
                label="New members confirm their e-mail address"
                description="They get a code by mail. This needs a mail server: see Mail."
                {...form.getInputProps('requireEmailVerification', { type: 'checkbox' })}
              />
            </Section>
            <Section title="Required at sign-up" lead="In addition to e-mail and password.">
              <Checkbox.Group aria-label="Required fields" {...form.getInputProps('requiredFields')}>
                <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs">
                  {[
                    ...builtInFields,
                    ...memberEditableFields.map(({ key, name }) => ({ value: key, label: name })),
                  ].map(({ value, label }) => (
                    <Checkbox key={value} value={value} label={label} />
                  ))}
                </SimpleGrid>
              </Checkbox.Group>
            </Section>
            <Section title="Protection">
              <Switch
                label="Hide who has an account"
                description="A wrong password and an unknown address show the same message."
                {...form.getInputProps('protectAccountExistence', { type: 'checkbox' })}
              />
              <Alert
                color={form.values.protectAccountExistence ? 'verdigris' : 'yellow'}
                icon={<IconShieldLock aria-hidden />}
                variant="light"
              >
                <Text size="sm">
                  {form.values.protectAccountExistence
                    ? 'Attackers try long lists of addresses to find out who is a member, then write to these people or guess their passwords. Sign-in, “Forgot your password?” and new codes respond in the same way to known and unknown addresses, and take the same time.'
                    : 'The pages say when there is no account with an address. This helps people who mistype, but anyone can find out who is a member by trying addresses.'}
                </Text>
              </Alert>
              <CaptchaFields form={form} stored={settings.signIn.captcha} />
            </Section>
          </>
        )}
      </SettingsForm>
    </Stack>
  );
}
