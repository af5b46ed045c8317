/** The values of the form for the sign-in settings. */
import type { FormErrors } from '@mantine/form';
import type { Settings, SettingsChanges } from './queries.ts';

type Captcha = Settings['signIn']['captcha'];

export type SignInValues = Omit<Settings['signIn'], 'captcha'> &
  Omit<Captcha, 'hasSecret'> & {
    /** '' leaves the stored secret unchanged */
    secret: string;
  };

export function readSignIn({ signIn }: Settings): SignInValues {
  const { captcha, ...rest } = signIn;
  const { hasSecret: _, ...open } = captcha;
  return { ...rest, ...open, secret: '' };
}

export function writeSignIn({ mode, provider, siteKey, secret, ...rest }: SignInValues): SettingsChanges {
  const captcha = { mode, provider, siteKey: siteKey.trim(), ...(secret ? { secret } : {}) };
  return { signIn: { ...rest, captcha } };
}

/** True if the server stores a secret of this provider. It stores only one secret, that of the current provider. */
export const hasStoredSecret = (stored: Captcha, provider: Captcha['provider']): boolean =>
  stored.hasSecret && stored.provider === provider;

const needsKeys = ({ mode, provider }: SignInValues): boolean => mode !== 'OFF' && provider !== 'ALTCHA';

export const validateSignIn =
  ({ signIn }: Settings) =>
  (values: SignInValues): FormErrors => {
    if (!needsKeys(values)) return {};
    const isSecretMissing = values.secret === '' && !hasStoredSecret(signIn.captcha, values.provider);
    return {
      siteKey: values.siteKey.trim() === '' ? 'Enter the site key.' : null,
      secret: isSecretMissing ? 'Enter the secret.' : null,
    };
  };

export function signInNameOf(path: string): string | undefined {
  return /^signIn\.(?:captcha\.)?(\w+)/.exec(path)?.[1];
}
