import type { Db } from '../db/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { publishOutcome, type SendOutcome } from '../kernel/diagnostics.ts';
import type { Log } from '../kernel/log.ts';
import { RefusedAddressError } from '../outbound/resolve.ts';
import { backOff } from '../queue/index.ts';
import { isAddress } from './address.ts';
import { openContent } from './content.ts';
import { describeFailure, reasonOf } from './failure.ts';
import { type Envelope, MailSettingsError, send, smtpServerOf } from './smtp.ts';
import {
  bringForwardMailsOfSite,
  deferMailsOfSite,
  finishMail as finish,
  type MailOutcome,
  type MailRow,
  type MailStatus,
} from './store.ts';

/** The delays between attempts: 5 s, 10 s, 20 s and so on, up to 15 minutes. */
const RETRY = { firstMs: 5_000, maxMs: 900_000 };
/**
 * Maximum delay of the other mails of a site whose server is unreachable. It is short, because someone may be waiting
 * for a code.
 */
const SITE_WAIT_MS = 60_000;

/** Sites whose server was unreachable when this process last tried it. */
const unreachableSites = new Set<string>();

const OUTCOMES: Readonly<Record<MailStatus, SendOutcome['outcome']>> = {
  SENT: 'sent',
  FAILED: 'failed',
  QUEUED: 'retry',
  KEPT: 'kept',
};

interface Deps {
  readonly db: Db;
  readonly env: Environment;
  readonly log: Log;
}

/** Attempts to send a leased mail and records the outcome. */
export async function attempt({ db, env, log }: Deps, mail: MailRow, stop: AbortSignal): Promise<void> {
  const site = await env.site(mail.site_id);
  const content = mail.sealed_content === null ? null : openContent(env.vault, mail.sealed_content);
  if (!isAddress(mail.recipient)) {
    await finishMail(db, mail, { status: 'FAILED', last_error: 'The recipient is not a valid e-mail address.' });
    return;
  }
  if (!site) {
    await finishMail(db, mail, { status: 'FAILED', last_error: 'The site of this mail was deleted.' });
    return;
  }
  if (!content) {
    const last_error = 'The mail can no longer be decrypted: PORTICO_SECRET has changed since it was written.';
    await finishMail(db, mail, { status: 'FAILED', last_error });
    return;
  }
  try {
    const server = smtpServerOf(site, env);
    if (!server) {
      await finishMail(db, mail, { status: 'KEPT', last_error: null });
      return;
    }
    const envelope: Envelope = { id: mail.id, to: mail.recipient, content };
    await send(server, { site, env }, envelope, stop);
  } catch (error) {
    await recordFailure(db, mail, error);
    log.warn(
      { mailId: mail.id, siteId: mail.site_id, attempts: mail.attempts, reason: reasonOf(error) },
      'a mail could not be sent',
    );
    return;
  }
  // Deletes the content, because it may contain links that open accounts, and is no longer needed.
  await finishMail(db, mail, { status: 'SENT', last_error: null, sealed_content: null, sent_at: new Date() });
  if (unreachableSites.delete(mail.site_id)) await bringForwardMailsOfSite(db, mail.site_id);
}

async function finishMail(db: Db, mail: MailRow, outcome: MailOutcome): Promise<void> {
  await finish(db, mail, outcome);
  publishOutcome({ kind: 'mail', outcome: OUTCOMES[outcome.status] });
}

async function recordFailure(db: Db, mail: MailRow, error: unknown): Promise<void> {
  const last_error = describeFailure(error);
  const next = new Date(Date.now() + backOff(mail.attempts, RETRY));
  if (isRejection(error) || next > mail.give_up_at) {
    await finishMail(db, mail, { status: 'FAILED', last_error });
    return;
  }
  await finishMail(db, mail, { status: 'QUEUED', last_error, next_attempt_at: next });
  if (!isServerFailure(error)) return;
  unreachableSites.add(mail.site_id);
  await deferMailsOfSite(
    db,
    mail.site_id,
    new Date(Date.now() + Math.min(backOff(mail.attempts, RETRY), SITE_WAIT_MS)),
  );
}

/** True if the server will never accept this mail for this recipient (RFC 5321, 4.2.1). */
function isRejection(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

/** Error codes of nodemailer, and of a socket that could not connect. */
const SERVER_CODES: ReadonlySet<string> = new Set([
  ...['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH', 'ENOAUTH'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ENODATA', 'ETIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/** True if no mail of the site would be accepted: the server is unreachable or rejects our credentials. */
const isServerFailure = (error: unknown): boolean =>
  error instanceof MailSettingsError ||
  error instanceof RefusedAddressError ||
  SERVER_CODES.has(String((error as { code?: unknown }).code));
