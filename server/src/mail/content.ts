import type { Vault } from '../kernel/encryption.ts';

/** What the reader sees. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** who is answered; the site's own setting where there is none. One plain address */
  readonly replyTo?: string;
}

/** Under the installation's secret. Threat: links and codes in a stolen copy of the database, which open accounts. */
export const sealContent = (vault: Vault, { subject, text, html, replyTo }: MailContent): string =>
  vault.seal('mail', JSON.stringify({ subject, text, html, replyTo }));

/** null where the secret is another one than when the mail was written */
export function openContent(vault: Vault, sealed: string): MailContent | null {
  const opened = vault.open('mail', sealed);
  return opened === null ? null : (JSON.parse(opened) as MailContent);
}
