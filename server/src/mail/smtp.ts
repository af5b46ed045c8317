import type { Socket } from 'node:net';
import type { Environment, Site } from '../kernel/ctx.ts';
import { readAllowed } from '../outbound/allowed-addresses.ts';
import { connect } from '../outbound/connect.ts';
import type { Resolve } from '../outbound/resolve.ts';
import type { MailContent } from './content.ts';
import type { SmtpServer } from './mail-server.ts';
import { oneLine } from './render/values.ts';

/** The settings are unusable, which is neither the server's nor the mail's fault. */
export class MailSettingsError extends Error {
  override name = 'MailSettingsError';
}

export interface Envelope {
  readonly id: string;
  readonly to: string;
  readonly content: MailContent;
}

/** A mail server, and who configured it. */
export interface ChosenServer extends SmtpServer {
  readonly setBy: 'SITE' | 'OPERATOR';
}

const CONNECT_MS = 15_000;
const SILENT_MS = 30_000;
const WHOLE_MS = 120_000;

/**
 * Returns the server that sends the site's mails: its own, else that of the environment; null if mails are only stored.
 * @throws MailSettingsError when its password cannot be decrypted
 */
export function smtpServerOf(site: Site, env: Environment): ChosenServer | null {
  const { smtp } = site.settings.mail;
  if (!smtp) return env.mail.smtp && { ...env.mail.smtp, setBy: 'OPERATOR' };
  const password = smtp.password === null ? '' : env.vault.open('smtp-password', smtp.password);
  if (password === null) {
    throw new MailSettingsError(
      'The password of the SMTP server cannot be read any more: PORTICO_SECRET has changed. Save it again.',
    );
  }
  return { ...smtp, password, setBy: 'SITE' };
}

/**
 * Sends one mail through the server. A server that a site's owner has configured is subject to the operator's rules
 * (PORTICO_SMTP_ALLOW). Threat: an owner makes this process connect to services that only this machine can reach.
 * @throws RefusedAddressError; nodemailer's Error with `code`, and with `command` and `responseCode` if the server replied
 */
export async function send(
  server: ChosenServer,
  { site, env, resolve }: { site: Site; env: Environment; resolve?: Resolve },
  { id, to, content }: Envelope,
  stop?: AbortSignal,
): Promise<void> {
  // Loaded with the first mail, because it takes five megabytes that a server without SMTP settings never needs.
  const { createTransport } = await import('nodemailer');
  const connection = server.setBy === 'SITE' ? await connectToSitesServer(server, env, resolve) : undefined;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'TLS',
    requireTLS: server.security === 'STARTTLS',
    ignoreTLS: server.security === 'NONE',
    ...(server.user ? { auth: { user: server.user, pass: server.password } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(connection ? { connection } : {}),
  });
  const replyTo = content.replyTo ?? site.settings.mail.replyTo;
  const from = senderOf(site, env);
  const whole = AbortSignal.timeout(WHOLE_MS);
  await transport.sendMail({
    // The same id for each attempt, so that a server or reader can recognise duplicates.
    messageId: `<${id}@${new URL(site.origin).hostname}>`,
    // Objects and an explicit envelope, so that no text is ever parsed for further addresses.
    from,
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    envelope: { from: from.address, to: [to] },
    subject: content.subject,
    text: content.text,
    html: content.html,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: stop ? AbortSignal.any([whole, stop]) : whole,
  });
}

const connectToSitesServer = (server: SmtpServer, env: Environment, resolve?: Resolve): Promise<Socket> =>
  connect(server, {
    allowed: readAllowed('PORTICO_SMTP_ALLOW', env.smtpAllow),
    timeoutMs: CONNECT_MS,
    ...(resolve ? { resolve } : {}),
  });

/** Returns the site's sender, else that of the environment, else an address at the host of PUBLIC_URL. */
export function senderOf(site: Site, env: Environment): { name: string; address: string } {
  const { fromName, fromAddress } = site.settings.mail;
  return {
    name: oneLine(fromName || env.mail.from?.name || site.name),
    address: fromAddress || env.mail.from?.address || `no-reply@${new URL(env.publicUrl).hostname}`,
  };
}
