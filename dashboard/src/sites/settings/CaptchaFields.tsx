import { NativeSelect, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { Settings } from './queries.ts';
import { hasStoredSecret, type SignInValues } from './sign-in-values.ts';

const providers = [
  { value: 'ALTCHA', label: 'Built in (ALTCHA): sends no data to others' },
  { value: 'RECAPTCHA', label: 'Google reCAPTCHA' },
  { value: 'HCAPTCHA', label: 'hCaptcha' },
  { value: 'TURNSTILE', label: 'Cloudflare Turnstile' },
];

interface CaptchaFieldsProps {
  form: UseFormReturnType<SignInValues>;
  /** The settings as they are stored, without unsaved changes. */
  stored: Settings['signIn']['captcha'];
}

/** Protection against robots at sign-up, and at sign-in after failed attempts. */
export function CaptchaFields({ form, stored }: CaptchaFieldsProps) {
  const { mode, provider } = form.values;
  const isThirdParty = provider !== 'ALTCHA';
  return (
    <Stack>
      <Radio.Group
        label="Captcha"
        description="Shown at every sign-up, and at sign-in only after failed attempts."
        {...form.getInputProps('mode')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="OFF" label="Off" />
          <Radio value="VISIBLE" label="Visible" description="A box that people tick." />
          <Radio value="INVISIBLE" label="Invisible" description="Checked in the background, without a click." />
        </Stack>
      </Radio.Group>
      {mode !== 'OFF' && (
        <NativeSelect label="Provider" data={providers} maw={420} {...form.getInputProps('provider')} />
      )}
      {mode !== 'OFF' && isThirdParty && (
        <>
          <Text size="sm" c="dimmed">
            The provider’s script runs on your sign-in pages and sees who visits them.
          </Text>
          <TextInput label="Site key" required maxLength={200} maw={420} {...form.getInputProps('siteKey')} />
          <PasswordInput
            label="Secret"
            required={!hasStoredSecret(stored, provider)}
            description={
              hasStoredSecret(stored, provider)
                ? 'A secret is saved. Type a new one to replace it.'
                : 'Stored encrypted and never shown again.'
            }
            autoComplete="new-password"
            maxLength={500}
            maw={420}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret', tabIndex: 0 }}
            {...form.getInputProps('secret')}
          />
        </>
      )}
    </Stack>
  );
}
