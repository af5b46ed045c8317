import type { Socket } from 'node:net';
import type { Environment, Site } from '../kernel/ctx.ts';
import { readAllowedAddresses } from '../outbound/allowed-addresses.ts';
import { connect } from '../outbound/connect.ts';
import type { Resolve } from '../outbound/resolve.ts';
import type { MailContent } from './content.ts';
import type { SmtpServer } from './mail-server.ts';
import { toOneLine } from './render/values.ts';

/** The site's mail settings cannot be used. No mail of the site can be sent until the owner corrects them. */
export class MailSettingsError extends Error {
  override name = 'MailSettingsError';
}

export interface Envelope {
  readonly id: string;
  readonly to: string;
  readonly content: MailContent;
}

/** A mail server, and who configured it. */
export interface ConfiguredServer extends SmtpServer {
  readonly setBy: 'SITE' | 'OPERATOR';
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;
const SEND_TIMEOUT_MS = 120_000;

/**
 * Returns the server that sends the site's mails: its own, or else that of the environment; null if mails are only
 * stored.
 * @throws MailSettingsError when its password cannot be decrypted
 */
export function smtpServerOf(site: Site, env: Environment): ConfiguredServer | null {
  const { smtp } = site.settings.mail;
  if (!smtp) return env.mail.smtp && { ...env.mail.smtp, setBy: 'OPERATOR' };
  const password = smtp.password === null ? '' : env.vault.open('smtp-password', smtp.password);
  if (password === null) {
    throw new MailSettingsError(
      'The password of the SMTP server cannot be read any more: PORTICO_SECRET has changed. Save the password again.',
    );
  }
  return { ...smtp, password, setBy: 'SITE' };
}

/**
 * Sends one mail through the server. A server that a site's owner has configured is subject to the operator's rules
 * (PORTICO_SMTP_ALLOW). Threat: an owner makes this process connect to services that only this machine can reach.
 * @throws RefusedAddressError; nodemailer's Error with `code`, and with `command` and `responseCode` if the server
 * replied
 */
export async function send(
  server: ConfiguredServer,
  { site, env, resolve }: { site: Site; env: Environment; resolve?: Resolve },
  { id, to, content }: Envelope,
  stop?: AbortSignal,
): Promise<void> {
  // Loaded with the first mail, so that a server without SMTP settings does not spend five megabytes on it.
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
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(connection ? { connection } : {}),
  });
  const replyTo = content.replyTo ?? site.settings.mail.replyTo;
  const from = senderOf(site, env);
  const deadline = AbortSignal.timeout(SEND_TIMEOUT_MS);
  await transport.sendMail({
    // Every attempt has the same id, so that a server or reader can recognize duplicates.
    messageId: `<${id}@${new URL(site.origin).hostname}>`,
    // Addresses are passed as objects and in an explicit envelope, so that no text is ever parsed for addresses.
    from,
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    envelope: { from: from.address, to: [to] },
    subject: content.subject,
    text: content.text,
    html: content.html,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: stop ? AbortSignal.any([deadline, stop]) : deadline,
  });
}

const connectToSitesServer = (server: SmtpServer, env: Environment, resolve?: Resolve): Promise<Socket> =>
  connect(server, {
    allowed: readAllowedAddresses('PORTICO_SMTP_ALLOW', env.smtpAllow),
    timeoutMs: CONNECT_MS,
    ...(resolve ? { resolve } : {}),
  });

/** Returns the site's sender, or else that of the environment, or else an address at the host of PUBLIC_URL. */
export function senderOf(site: Site, env: Environment): { name: string; address: string } {
  const { fromName, fromAddress } = site.settings.mail;
  return {
    name: toOneLine(fromName || env.mail.from?.name || site.name),
    address: fromAddress || env.mail.from?.address || `no-reply@${new URL(env.publicUrl).hostname}`,
  };
}
