import { luminance, SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { languages } from '@portico/domain/languages';
import { textsOf } from '@portico/react/texts/index';
import { type CSSProperties, useState } from 'react';
import { useSignedIn } from '../../app/session.ts';
import type { Settings } from './queries.ts';
import classes from './SignInPreview.module.css';

interface SignInPreviewProps {
  language: Settings['language'];
  logoUrl: string;
  accentColor: string;
  corners: Settings['theme']['corners'];
  signInText: string;
  signUpText: string;
}

/** Radii of inputs, buttons and the card, as on the pages of the site. */
const radii = {
  SHARP: ['0', '0', '0'],
  ROUNDED: ['0.5rem', '0.5rem', '0.75rem'],
  ROUND: ['1rem', '2rem', '1.5rem'],
} as const;

/** A preview of the sign-in page from the unsaved values of the form. */
export function SignInPreview(props: SignInPreviewProps) {
  const { site } = useSignedIn();
  const [page, setPage] = useState<'signIn' | 'signUp'>('signIn');
  const { fields, ...texts } = textsOf(props.language);
  const customText = page === 'signIn' ? props.signInText : props.signUpText;
  const logo = logoOf(props.logoUrl, site.url);
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
        style={cssVariablesOf(props)}
        lang={props.language}
        dir={languages[props.language].rtl ? 'rtl' : 'ltr'}
        role="img"
        aria-label={`Preview of the ${page === 'signIn' ? 'sign-in' : 'sign-up'} page`}
      >
        {logo ? <img className={classes.logo} src={logo} alt="" /> : <div className={classes.site}>{site.name}</div>}
        <div className={classes.card}>
          <span className={classes.title}>{texts[page].title}</span>
          <span>{customText || texts[page].lead(site.name)}</span>
          {[fields.email, fields.password].map((label) => (
            <div key={label}>
              <span className={classes.label}>{label}</span>
              <div className={classes.input} />
            </div>
          ))}
          <span className={classes.button}>{texts[page].button}</span>
        </div>
      </div>
      <Text size="xs" c="dimmed">
        Visitors see the changes after you save them.
      </Text>
    </Stack>
  );
}

function cssVariablesOf({ accentColor, corners }: SignInPreviewProps): CSSProperties {
  const [field, button, card] = radii[corners];
  const accent = /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor : null;
  return {
    '--preview-field': field,
    '--preview-button': button,
    '--preview-card': card,
    '--preview-accent': accent ?? 'light-dark(#0b5f56, #6fd6c4)',
    '--preview-on-accent': accent ? textColorOn(accent) : 'light-dark(#fff, #06201c)',
  } as CSSProperties;
}

/** Returns black or white, whichever has the higher contrast (WCAG 2). The contrasts are equal at luminance 0.179. */
const textColorOn = (color: string): string => (luminance(color) > 0.179 ? '#000' : '#fff');

/** Returns the URL of the logo, or null if it cannot be shown. A path is resolved against the URL of the site. */
function logoOf(logoUrl: string, siteUrl: string): string | null {
  if (!/^(https?:\/\/|\/(?!\/)).+/.test(logoUrl.trim())) return null;
  return URL.canParse(logoUrl.trim(), siteUrl) ? new URL(logoUrl.trim(), siteUrl).href : null;
}
