import type { SiteSettingsChanges } from '@portico/contract/sites';
import type { Static } from 'typebox';
import { type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { Vault } from '../../kernel/encryption.ts';
import { mergeForms, type SiteSettings } from './site-settings.ts';

type Changes = Static<typeof SiteSettingsChanges>;

/** Profile fields that every member has and that a site may require. */
const BUILT_IN_FIELDS = ['firstName', 'lastName', 'nickname', 'phone', 'company', 'birthdate'];

/**
 * Returns the settings after a change: named settings are replaced, the rest stays. Secrets are encrypted before they are
 * stored; an empty one is removed, an omitted one stays.
 * @throws ViolationError for settings that contradict each other
 */
export function changedSettings(now: SiteSettings, changes: Changes, vault: Vault): SiteSettings {
  const { language, theme, signIn = {}, members, mail = {}, forms } = changes;
  const { captcha, ...signInRest } = signIn;
  const { smtp, ...mailRest } = mail;
  const changed: SiteSettings = {
    ...now,
    language: language ?? now.language,
    theme: { ...now.theme, ...theme },
    signIn: { ...now.signIn, ...signInRest, captcha: changedCaptcha(now.signIn.captcha, captcha, vault) },
    members: { ...now.members, ...members },
    mail: { ...now.mail, ...mailRest, smtp: smtp === undefined ? now.mail.smtp : changedSmtp(now, smtp, vault) },
    forms: mergeForms(now.forms, forms),
  };
  const violations = contradictions(changed);
  if (violations.length > 0) throw new ViolationError(violations);
  return changed;
}

function changedCaptcha(
  now: SiteSettings['signIn']['captcha'],
  changes: NonNullable<Changes['signIn']>['captcha'] = {},
  vault: Vault,
): SiteSettings['signIn']['captcha'] {
  const { secret, ...rest } = changes;
  // Otherwise the new provider would receive the secret of the old one.
  const kept = rest.provider && rest.provider !== now.provider ? null : now.secret;
  return { ...now, ...rest, secret: sealed(secret, kept, 'captcha-secret', vault) };
}

function changedSmtp(
  now: SiteSettings,
  smtp: NonNullable<Changes['mail']>['smtp'],
  vault: Vault,
): SiteSettings['mail']['smtp'] {
  if (!smtp) return null;
  const { password, ...rest } = smtp;
  // Never sends the password to another server: an admin who changes the host could read it there.
  const kept = now.mail.smtp?.host === rest.host ? now.mail.smtp.password : null;
  return { ...rest, password: sealed(password, kept, 'smtp-password', vault) };
}

function sealed(given: string | undefined, kept: string | null, purpose: string, vault: Vault): string | null {
  if (given === undefined) return kept;
  return given === '' ? null : vault.seal(purpose, given);
}

function contradictions({ signIn, members }: SiteSettings): FieldViolation[] {
  const { captcha } = signIn;
  const keys = members.fields.map((field) => field.key);
  const known = new Set([...BUILT_IN_FIELDS, ...keys]);
  const violations: FieldViolation[] = [];
  const refuse = (field: string, description: string): void => {
    violations.push({ field, description, violatedRule: 'NOT_ALLOWED_VALUE' });
  };
  for (const [index, field] of signIn.requiredFields.entries()) {
    if (!known.has(field)) refuse(`settings.signIn.requiredFields.${index}`, 'is not a field of members');
  }
  for (const [index, field] of members.fields.entries()) {
    if (keys.indexOf(field.key) !== index) refuse(`settings.members.fields.${index}.key`, 'is used twice');
    if (field.type === 'CHOICE' && !field.choices?.length) {
      refuse(`settings.members.fields.${index}.choices`, 'must name at least one choice');
    }
  }
  if (captcha.mode !== 'OFF' && captcha.provider !== 'ALTCHA') {
    if (!captcha.siteKey) refuse('settings.signIn.captcha.siteKey', 'is needed by this provider');
    if (!captcha.secret) refuse('settings.signIn.captcha.secret', 'is needed by this provider');
  }
  return violations;
}
