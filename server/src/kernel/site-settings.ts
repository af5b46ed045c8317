import type { SiteSettings as Wire } from '@portico/contract/sites';
import type { Static } from 'typebox';

type Shown = Static<typeof Wire>;

/** Everything a site's own record says beside its columns, with the defaults filled in. */
export interface SiteSettings {
  readonly language: Shown['language'];
  readonly theme: Shown['theme'];
  readonly signIn: Omit<Shown['signIn'], 'captcha'> & {
    /** `secret` is sealed (kernel/encryption.ts) */
    readonly captcha: Omit<Shown['signIn']['captcha'], 'hasSecret'> & { readonly secret: string | null };
  };
  readonly members: Shown['members'];
  readonly mail: Omit<Shown['mail'], 'smtp'> & {
    /** `password` is sealed */
    readonly smtp:
      | (Omit<NonNullable<Shown['mail']['smtp']>, 'hasPassword'> & { readonly password: string | null })
      | null;
  };
  /** the built-in app of the site's own pages */
  readonly websiteAppId?: string;
  /** what the starter content made, while it is there */
  readonly starter?: { readonly collectionId: string; readonly formId: string };
}

/** The vendor's service as a new site finds it: open sign-up, no approval, no verification, no captcha. */
const DEFAULTS: SiteSettings = {
  language: 'en',
  theme: { logoUrl: null, accentColor: null, corners: 'ROUNDED', signInText: '', signUpText: '' },
  signIn: {
    signUp: 'OPEN',
    requireOwnerApproval: false,
    requireEmailVerification: false,
    requiredFields: [],
    protectAccountExistence: true,
    captcha: { mode: 'OFF', provider: 'ALTCHA', siteKey: '', secret: null },
  },
  members: { fields: [], contentOfDeleted: 'ANONYMISE' },
  mail: { fromName: '', fromAddress: '', replyTo: '', smtp: null },
};

/** Settings as stored (only what was ever changed) → whole ones. */
export function settingsOf(stored: unknown): SiteSettings {
  const own = stored as Partial<SiteSettings>;
  return {
    ...DEFAULTS,
    ...own,
    theme: { ...DEFAULTS.theme, ...own.theme },
    signIn: {
      ...DEFAULTS.signIn,
      ...own.signIn,
      captcha: { ...DEFAULTS.signIn.captcha, ...own.signIn?.captcha },
    },
    members: { ...DEFAULTS.members, ...own.members },
    mail: { ...DEFAULTS.mail, ...own.mail },
  };
}
