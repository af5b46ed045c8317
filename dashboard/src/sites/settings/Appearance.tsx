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

type AppearanceValues = Omit<Settings['theme'], 'logoUrl' | 'accentColor'> & {
  language: Settings['language'];
  logoUrl: string;
  accentColor: string;
};

const read = ({ language, theme }: Settings): AppearanceValues => ({
  ...theme,
  language,
  logoUrl: theme.logoUrl ?? '',
  accentColor: theme.accentColor ?? '',
});

const write = ({ language, logoUrl, accentColor, ...theme }: AppearanceValues) => ({
  language,
  theme: { ...theme, logoUrl: logoUrl.trim() || null, accentColor: accentColor || null },
});

const validate = ({ logoUrl, accentColor }: AppearanceValues) => ({
  logoUrl: isEmptyOr(logoUrl.trim(), /^(https?:\/\/|\/(?!\/)).+/)
    ? null
    : 'Enter a web address, for example https://example.com/logo.svg.',
  accentColor: isEmptyOr(accentColor, /^#[0-9a-f]{6}$/i)
    ? null
    : 'Enter a colour with six digits, for example #0b5f56.',
});

const isEmptyOr = (text: string, pattern: RegExp): boolean => text === '' || pattern.test(text);

/** The design and language of the sign-in pages and mails. */
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
                <Section title="Design" lead="For the sign-in pages and the mails.">
                  <TextInput
                    label="Address of the logo"
                    description="Shown instead of the name of the site, up to 64 pixels high."
                    placeholder="https://example.com/logo.svg"
                    maxLength={2048}
                    inputMode="url"
                    {...form.getInputProps('logoUrl')}
                  />
                  <ColorInput
                    label="Accent colour"
                    description="The colour of buttons and links. Leave empty for the default."
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
                <Section title="Language and texts">
                  <NativeSelect
                    label="Language"
                    description="For visitors whose browser asks for a language that is not available."
                    data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
                    maw={260}
                    {...form.getInputProps('language')}
                  />
                  <Textarea
                    label="Text of the sign-in page"
                    description="A sentence below the heading. Leave empty for the built-in text."
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
