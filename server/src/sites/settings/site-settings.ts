import type { SiteSettingsChanges, SiteSettings as Wire } from '@portico/contract/sites';
import { formLimits } from '@portico/domain';
import type { Static } from 'typebox';

type WireSettings = Static<typeof Wire>;

/** All settings of a site, completed with the defaults. The site's name and slug are separate columns. */
export interface SiteSettings {
  readonly language: WireSettings['language'];
  readonly theme: WireSettings['theme'];
  readonly signIn: Omit<WireSettings['signIn'], 'captcha'> & {
    /** The `secret` is encrypted (kernel/encryption.ts). */
    readonly captcha: Omit<WireSettings['signIn']['captcha'], 'hasSecret'> & { readonly secret: string | null };
  };
  readonly members: WireSettings['members'];
  readonly mail: Omit<WireSettings['mail'], 'smtp'> & {
    /** The `password` is encrypted. */
    readonly smtp:
      | (Omit<NonNullable<WireSettings['mail']['smtp']>, 'hasPassword'> & { readonly password: string | null })
      | null;
  };
  readonly forms: WireSettings['forms'];
  /** The IANA name of the time zone. */
  readonly timeZone: string;
  /** The built-in app of the site's own pages. */
  readonly websiteAppId?: string;
  /** The ids of the starter content while it exists. */
  readonly starter?: { readonly collectionId: string; readonly formId: string };
}

declare module '../../kernel/ctx.ts' {
  interface Site {
    /** The settings as this process has cached them. A change reaches every process within a moment. */
    readonly settings: SiteSettings;
  }
}

/** The vendor's defaults for a new site: open sign-up, no approval, no verification, no captcha. */
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
  timeZone: 'UTC',
  forms: {
    limits: {
      maxForms: 1_000,
      maxFields: formLimits.fields,
      maxSteps: formLimits.steps,
      maxRules: formLimits.rules,
      maxDeletedForms: 1_000,
      maxDeletedFields: formLimits.deletedFields,
    },
    trashDays: { submissions: 30, forms: 90 },
    pendingDays: 30,
    files: { maxFileMb: 25, formQuotaMb: 1_024, siteQuotaMb: 10_240 },
    spam: { blockedAddresses: [], blockedEmails: [], emailsPerHour: 20 },
    currency: 'USD',
    country: 'US',
    notifyOwners: true,
  },
};

/** Completes stored settings (only those that were ever changed) with the defaults. */
export function settingsOf(stored: unknown): SiteSettings {
  const storedSettings = stored as Partial<SiteSettings>;
  return {
    ...DEFAULTS,
    ...storedSettings,
    theme: { ...DEFAULTS.theme, ...storedSettings.theme },
    signIn: {
      ...DEFAULTS.signIn,
      ...storedSettings.signIn,
      captcha: { ...DEFAULTS.signIn.captcha, ...storedSettings.signIn?.captcha },
    },
    members: { ...DEFAULTS.members, ...storedSettings.members },
    mail: { ...DEFAULTS.mail, ...storedSettings.mail },
    forms: mergeFormSettings(DEFAULTS.forms, storedSettings.forms),
  };
}

type FormsChanges = NonNullable<Static<typeof SiteSettingsChanges>['forms']>;

/** Replaces the settings that `changes` contains; all others stay unchanged. Lists are replaced as a whole. */
export const mergeFormSettings = (
  current: WireSettings['forms'],
  changes: FormsChanges = {},
): WireSettings['forms'] => ({
  ...current,
  ...changes,
  limits: { ...current.limits, ...changes.limits },
  trashDays: { ...current.trashDays, ...changes.trashDays },
  files: { ...current.files, ...changes.files },
  spam: { ...current.spam, ...changes.spam },
});
