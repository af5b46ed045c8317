import type { PublicSignInSettings, SiteSettings as Wire } from '@portico/contract/sites';
import { MIN_PASSWORD_LENGTH } from '@portico/domain';
import type { Static } from 'typebox';
import type { Site } from '../../kernel/ctx.ts';
import type { SiteSettings } from './site-settings.ts';

/** Converts the settings for the owner. Instead of a secret, the result shows only whether one is set. */
export function settingsToWire({ language, theme, signIn, members, mail, forms }: SiteSettings): Static<typeof Wire> {
  const { secret, ...captcha } = signIn.captcha;
  return {
    language,
    theme,
    signIn: { ...signIn, captcha: { ...captcha, hasSecret: secret !== null } },
    members,
    mail: { ...mail, smtp: mail.smtp && withoutPassword(mail.smtp) },
    forms,
  };
}

function withoutPassword({ password, ...smtp }: NonNullable<SiteSettings['mail']['smtp']>) {
  return { ...smtp, hasPassword: password !== null };
}

/** The public settings. Each field is named, so that a new setting is never published by accident. */
export function signInSettingsToWire({ name, settings }: Site): Static<typeof PublicSignInSettings> {
  const { signIn, members } = settings;
  return {
    siteName: name,
    language: settings.language,
    theme: settings.theme,
    signUp: signIn.signUp,
    requireOwnerApproval: signIn.requireOwnerApproval,
    requireEmailVerification: signIn.requireEmailVerification,
    requiredFields: signIn.requiredFields,
    memberFields: members.fields.filter((field) => field.editableByMember),
    captcha: { mode: signIn.captcha.mode, provider: signIn.captcha.provider, siteKey: signIn.captcha.siteKey },
    shortestPassword: MIN_PASSWORD_LENGTH,
  };
}
