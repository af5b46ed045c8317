import { ColorInput, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/ColorInput.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { languages } from '@portico/domain/languages';
import { Section } from '../../ui/Section.tsx';
import classes from './Appearance.module.css';
import type { Settings } from './queries.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsView } from './SettingsView.tsx';
import { SignInPreview } from './SignInPreview.tsx';

const swatches = ['#0b5f56', '#1d4ed8', '#6d28d9', '#be185d', '#b3261e', '#b45309', '#3f6212', '#1c2321'];

type Looks = Omit<Settings['theme'], 'logoUrl' | 'accentColor'> & {
  language: Settings['language'];
  logoUrl: string;
  accentColor: string;
};

const read = ({ language, theme }: Settings): Looks => ({
  ...theme,
  language,
  logoUrl: theme.logoUrl ?? '',
  accentColor: theme.accentColor ?? '',
});

const write = ({ language, logoUrl, accentColor, ...theme }: Looks) => ({
  language,
  theme: { ...theme, logoUrl: logoUrl.trim() || null, accentColor: accentColor || null },
});

const validate = ({ logoUrl, accentColor }: Looks) => ({
  logoUrl: isEmptyOr(logoUrl.trim(), /^(https?:\/\/|\/(?!\/)).+/)
    ? null
    : 'Enter a web address, as https://example.com/logo.svg.',
  accentColor: isEmptyOr(accentColor, /^#[0-9a-f]{6}$/i) ? null : 'Enter a colour of six digits, as #0b5f56.',
});

const isEmptyOr = (text: string, pattern: RegExp): boolean => text === '' || pattern.test(text);

/** How the sign-in pages and the mails look. */
export function Appearance() {
  return (
    <SettingsView>
      {(loaded) => (
        <SettingsForm
          settings={loaded}
          read={read}
          write={write}
          nameOf={(path) => /^(?:theme\.)?(\w+)/.exec(path)?.[1]}
          validate={validate}
        >
          {(form) => (
            <div className={classes.columns}>
              <Stack gap="xl">
                <Section title="Looks" lead="Of the sign-in pages and the mails.">
                  <TextInput
                    label="Address of the logo"
                    description="Shown in place of the site’s name, up to 64 pixels high."
                    placeholder="https://example.com/logo.svg"
                    maxLength={2048}
                    inputMode="url"
                    {...form.getInputProps('logoUrl')}
                  />
                  <ColorInput
                    label="Accent colour"
                    description="Of buttons and links. Empty: the built-in one."
                    placeholder="#0b5f56"
                    swatches={swatches}
                    withEyeDropper={false}
                    maw={260}
                    {...form.getInputProps('accentColor')}
                  />
                  <Radio.Group label="Corners" {...form.getInputProps('corners')}>
                    <Stack gap="xs" mt={6}>
                      <Radio value="SHARP" label="Sharp" />
                      <Radio value="ROUNDED" label="Rounded" />
                      <Radio value="ROUND" label="Round" />
                    </Stack>
                  </Radio.Group>
                </Section>
                <Section title="Words">
                  <NativeSelect
                    label="Language"
                    description="For visitors whose browser asks for none of the languages we speak."
                    data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
                    maw={260}
                    {...form.getInputProps('language')}
                  />
                  <Textarea
                    label="Text of the sign-in page"
                    description="A sentence under the heading. Empty: the built-in one."
                    autosize
                    maxLength={300}
                    {...form.getInputProps('signInText')}
                  />
                  <Textarea
                    label="Text of the sign-up page"
                    autosize
                    maxLength={300}
                    {...form.getInputProps('signUpText')}
                  />
                </Section>
              </Stack>
              <SignInPreview {...form.values} />
            </div>
          )}
        </SettingsForm>
      )}
    </SettingsView>
  );
}
