import { NativeSelect, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { Settings } from './queries.ts';
import { hasKeptSecret, type SignInValues } from './sign-in-values.ts';

const providers = [
  { value: 'ALTCHA', label: 'Built in (ALTCHA): nothing leaves your server' },
  { value: 'RECAPTCHA', label: 'Google reCAPTCHA' },
  { value: 'HCAPTCHA', label: 'hCaptcha' },
  { value: 'TURNSTILE', label: 'Cloudflare Turnstile' },
];

interface CaptchaFieldsProps {
  form: UseFormReturnType<SignInValues>;
  /** what the server holds */
  kept: Settings['signIn']['captcha'];
}

/** Against robots at the sign-up, and at the sign-in after failures. */
export function CaptchaFields({ form, kept }: CaptchaFieldsProps) {
  const { mode, provider } = form.values;
  const isOutside = provider !== 'ALTCHA';
  return (
    <Stack>
      <Radio.Group
        label="Captcha"
        description="Asked at each sign-up, and at a sign-in only after failed attempts."
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
      {mode !== 'OFF' && isOutside && (
        <>
          <Text size="sm" c="dimmed">
            The provider’s script runs on your sign-in pages and sees who visits them.
          </Text>
          <TextInput label="Site key" required maxLength={200} maw={420} {...form.getInputProps('siteKey')} />
          <PasswordInput
            label="Secret"
            required={!hasKeptSecret(kept, provider)}
            description={
              hasKeptSecret(kept, provider)
                ? 'A secret is kept. Type a new one to replace it.'
                : 'Kept encrypted, and never shown again.'
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
