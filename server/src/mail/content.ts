import type { Vault } from '../kernel/encryption.ts';

/** The content of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Reply-To address; the site's own setting if absent. One plain address */
  readonly replyTo?: string;
}

/** Encrypts the content. Threat: links and codes in a stolen copy of the database, which open accounts. */
export const sealContent = (vault: Vault, { subject, text, html, replyTo }: MailContent): string =>
  vault.seal('mail', JSON.stringify({ subject, text, html, replyTo }));

/** Returns null if the secret has changed since the mail was written. */
export function openContent(vault: Vault, sealed: string): MailContent | null {
  const opened = vault.open('mail', sealed);
  return opened === null ? null : (JSON.parse(opened) as MailContent);
}
