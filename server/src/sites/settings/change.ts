import type { SiteSettingsChanges } from '@portico/contract/sites';
import type { Static } from 'typebox';
import { type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { Vault } from '../../kernel/encryption.ts';
import { mergeFormSettings, type SiteSettings } from './site-settings.ts';

type Changes = Static<typeof SiteSettingsChanges>;

/** Profile fields that every member has and that a site may require. */
const BUILT_IN_FIELDS = ['firstName', 'lastName', 'nickname', 'phone', 'company', 'birthdate'];

/**
 * Returns the settings after a change. Named settings are replaced; all others stay unchanged. Secrets are encrypted
 * before they are stored: an empty secret is removed, an omitted one stays unchanged.
 * @throws ViolationError for settings that contradict each other
 */
export function applyChanges(current: SiteSettings, changes: Changes, vault: Vault): SiteSettings {
  const { language, theme, signIn = {}, members, mail = {}, forms } = changes;
  const { captcha, ...signInRest } = signIn;
  const { smtp, ...mailRest } = mail;
  const changedSettings: SiteSettings = {
    ...current,
    language: language ?? current.language,
    theme: { ...current.theme, ...theme },
    signIn: { ...current.signIn, ...signInRest, captcha: changeCaptcha(current.signIn.captcha, captcha, vault) },
    members: { ...current.members, ...members },
    mail: {
      ...current.mail,
      ...mailRest,
      smtp: smtp === undefined ? current.mail.smtp : changeSmtp(current, smtp, vault),
    },
    forms: mergeFormSettings(current.forms, forms),
  };
  const violations = findContradictions(changedSettings);
  if (violations.length > 0) throw new ViolationError(violations);
  return changedSettings;
}

function changeCaptcha(
  current: SiteSettings['signIn']['captcha'],
  changes: NonNullable<Changes['signIn']>['captcha'] = {},
  vault: Vault,
): SiteSettings['signIn']['captcha'] {
  const { secret, ...rest } = changes;
  // The secret of the old provider must not be sent to a new one.
  const previousSecret = rest.provider && rest.provider !== current.provider ? null : current.secret;
  return { ...current, ...rest, secret: sealSecret(secret, previousSecret, 'captcha-secret', vault) };
}

function changeSmtp(
  current: SiteSettings,
  smtp: NonNullable<Changes['mail']>['smtp'],
  vault: Vault,
): SiteSettings['mail']['smtp'] {
  if (!smtp) return null;
  const { password, ...rest } = smtp;
  // The password is never sent to another server, because an admin who changes the host could read it there.
  const previousPassword = current.mail.smtp?.host === rest.host ? current.mail.smtp.password : null;
  return { ...rest, password: sealSecret(password, previousPassword, 'smtp-password', vault) };
}

function sealSecret(secret: string | undefined, previous: string | null, purpose: string, vault: Vault): string | null {
  if (secret === undefined) return previous;
  return secret === '' ? null : vault.seal(purpose, secret);
}

function findContradictions({ signIn, members }: SiteSettings): FieldViolation[] {
  const { captcha } = signIn;
  const keys = members.fields.map((field) => field.key);
  const known = new Set([...BUILT_IN_FIELDS, ...keys]);
  const violations: FieldViolation[] = [];
  const reject = (field: string, description: string): void => {
    violations.push({ field, description, violatedRule: 'NOT_ALLOWED_VALUE' });
  };
  for (const [index, field] of signIn.requiredFields.entries()) {
    if (!known.has(field)) reject(`settings.signIn.requiredFields.${index}`, 'is not a profile field of the site');
  }
  for (const [index, field] of members.fields.entries()) {
    if (keys.indexOf(field.key) !== index) reject(`settings.members.fields.${index}.key`, `${field.key} is used twice`);
    if (field.type === 'CHOICE' && !field.choices?.length) {
      reject(`settings.members.fields.${index}.choices`, 'must name at least one choice');
    }
  }
  if (captcha.mode !== 'OFF' && captcha.provider !== 'ALTCHA') {
    if (!captcha.siteKey) reject('settings.signIn.captcha.siteKey', 'is required by this provider');
    if (!captcha.secret) reject('settings.signIn.captcha.secret', 'is required by this provider');
  }
  return violations;
}
