import type { SiteSettingsChanges, SiteSettings as Wire } from '@portico/contract/sites';
import { formLimits } from '@portico/domain';
import type { Static } from 'typebox';

type Shown = Static<typeof Wire>;

/** All settings of a site outside of its columns, with the defaults filled in. */
export interface SiteSettings {
  readonly language: Shown['language'];
  readonly theme: Shown['theme'];
  readonly signIn: Omit<Shown['signIn'], 'captcha'> & {
    /** `secret` is encrypted (kernel/encryption.ts) */
    readonly captcha: Omit<Shown['signIn']['captcha'], 'hasSecret'> & { readonly secret: string | null };
  };
  readonly members: Shown['members'];
  readonly mail: Omit<Shown['mail'], 'smtp'> & {
    /** `password` is encrypted */
    readonly smtp:
      | (Omit<NonNullable<Shown['mail']['smtp']>, 'hasPassword'> & { readonly password: string | null })
      | null;
  };
  readonly forms: Shown['forms'];
  /** IANA name */
  readonly timeZone: string;
  /** the built-in app of the site's own pages */
  readonly websiteAppId?: string;
  /** ids of the starter content while it exists */
  readonly starter?: { readonly collectionId: string; readonly formId: string };
}

declare module '../../kernel/ctx.ts' {
  interface Site {
    /** as cached by this process; a change reaches every process within a moment */
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
    forms: mergeForms(DEFAULTS.forms, own.forms),
  };
}

type FormsChanges = NonNullable<Static<typeof SiteSettingsChanges>['forms']>;

/** Replaces named settings, list by list and number by number; the rest stays. */
export const mergeForms = (now: Shown['forms'], changes: FormsChanges = {}): Shown['forms'] => ({
  ...now,
  ...changes,
  limits: { ...now.limits, ...changes.limits },
  trashDays: { ...now.trashDays, ...changes.trashDays },
  files: { ...now.files, ...changes.files },
  spam: { ...now.spam, ...changes.spam },
});
