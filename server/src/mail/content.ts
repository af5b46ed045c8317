import type { Vault } from '../kernel/encryption.ts';

/** The content of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Reply-To address, exactly one plain address; if absent, the site's own setting. */
  readonly replyTo?: string;
}

/**
 * Encrypts the content. Threat: whoever steals a copy of the database could sign in with the links and codes of queued
 * mails.
 */
export const sealContent = (vault: Vault, { subject, text, html, replyTo }: MailContent): string =>
  vault.seal('mail', JSON.stringify({ subject, text, html, replyTo }));

/** Decrypts the content; returns null if the secret has changed since the mail was written. */
export function openContent(vault: Vault, sealed: string): MailContent | null {
  const opened = vault.open('mail', sealed);
  return opened === null ? null : (JSON.parse(opened) as MailContent);
}
