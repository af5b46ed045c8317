import { luminance, SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { languages } from '@portico/domain/languages';
import { type CSSProperties, useState } from 'react';
import type { Settings } from './queries.ts';
import classes from './SignInPreview.module.css';

interface SignInPreviewProps {
  siteName: string;
  language: Settings['language'];
  logoUrl: string;
  accentColor: string;
  corners: Settings['theme']['corners'];
  signInText: string;
  signUpText: string;
}

const radii = { SHARP: '0', ROUNDED: '0.5rem', ROUND: '1.4rem' } as const;

const words = {
  en: { signIn: 'Sign in', signUp: 'Sign up', email: 'E-mail', password: 'Password' },
  de: { signIn: 'Anmelden', signUp: 'Registrieren', email: 'E-Mail', password: 'Passwort' },
  he: { signIn: 'כניסה', signUp: 'הרשמה', email: 'דוא״ל', password: 'סיסמה' },
} as const;

/** The card of the sign-in page, drawn from what is typed and not yet saved. */
export function SignInPreview(props: SignInPreviewProps) {
  const [page, setPage] = useState<'signIn' | 'signUp'>('signIn');
  const text = words[props.language];
  const lead = page === 'signIn' ? props.signInText : props.signUpText;
  return (
    <Stack className={classes.frame} gap="xs">
      <SegmentedControl
        aria-label="Page shown in the preview"
        size="xs"
        value={page}
        onChange={(value) => setPage(value === 'signUp' ? 'signUp' : 'signIn')}
        data={[
          { value: 'signIn', label: 'Sign-in page' },
          { value: 'signUp', label: 'Sign-up page' },
        ]}
      />
      <div
        className={classes.page}
        style={colors(props)}
        lang={props.language}
        dir={languages[props.language].rtl ? 'rtl' : 'ltr'}
        role="img"
        aria-label={`Preview of the ${page === 'signIn' ? 'sign-in' : 'sign-up'} page`}
      >
        <div className={classes.card}>
          {isImage(props.logoUrl) ? (
            <img className={classes.logo} src={props.logoUrl} alt="" />
          ) : (
            <span className={classes.site}>{props.siteName}</span>
          )}
          <span className={classes.title}>{text[page]}</span>
          {lead && <span>{lead}</span>}
          {[text.email, text.password].map((label) => (
            <div key={label}>
              <span className={classes.label}>{label}</span>
              <div className={classes.input} />
            </div>
          ))}
          <span className={classes.button}>{text[page]}</span>
        </div>
      </div>
      <Text size="xs" c="dimmed">
        Not saved yet: visitors see it after you save.
      </Text>
    </Stack>
  );
}

function colors({ accentColor, corners }: SignInPreviewProps): CSSProperties {
  const accent = /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : null;
  return {
    '--preview-radius': radii[corners],
    '--preview-accent': accent ?? 'light-dark(#0b5f56, #6fd6c4)',
    '--preview-on-accent': accent ? textOn(accent) : 'light-dark(#fff, #06201c)',
  } as CSSProperties;
}

/** Black or white, whichever has the higher contrast (WCAG 2): they meet at this luminance. */
const textOn = (color: string): string => (luminance(color) > 0.179 ? '#000' : '#fff');

const isImage = (url: string): boolean => /^(https?:\/\/|\/(?!\/)).+/.test(url.trim());
