/** Describes why a mail was not sent: with the server's message for the operator's log, in our own words for site owners. */
import { RefusedAddressError } from '../outbound/resolve.ts';
import { oneLine } from './render/values.ts';
import { MailSettingsError } from './smtp.ts';

/** Returns the full message for the log, including what the server replied. */
export const reasonOf = (error: unknown): string => oneLine(error instanceof Error ? error.message : String(error));

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nobody answers at the address and port of the mail server.',
  ECONNRESET: 'The mail server cut the connection.',
  EPIPE: 'The mail server cut the connection.',
  ENOTFOUND: 'The mail server cannot be found: its name has no address.',
  ENODATA: 'The mail server cannot be found: its name has no address.',
  EDNS: 'The mail server cannot be found: its name has no address.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETIMEOUT: 'The name of the mail server could not be looked up in time.',
  EHOSTUNREACH: 'There is no route to the mail server.',
  ENETUNREACH: 'There is no route to the mail server.',
};

const REFUSED: Readonly<Record<string, string>> = {
  'MAIL FROM': 'The mail server refused the sender address',
  'RCPT TO': 'The mail server refused the recipient',
  DATA: 'The mail server refused the message',
};

/**
 * Returns the kind of failure for the owners of the site, and at most the reply code. Threat: an owner enters the address
 * of a service that is not a mail server, to read its response.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof RefusedAddressError || error instanceof MailSettingsError) return error.message;
  const { code = '', command = '', responseCode, message = '' } = error as SmtpError;
  const reply = responseCode ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || code === 'ENOAUTH') return `The mail server did not accept the user and password${reply}.`;
  const refused = REFUSED[command];
  if (refused && responseCode) return `${refused}${reply}.`;
  if (code === 'ETLS' || /certificate|TLS|SSL/.test(message)) {
    return 'The mail server offers no encrypted connection (STARTTLS), or its certificate is not valid for its name.';
  }
  // nodemailer replaces the code of the socket's error by its own, and keeps it in the message.
  const cause = /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? '';
  const unreachable = UNREACHABLE[code] ?? UNREACHABLE[cause];
  if (unreachable) return unreachable;
  if (code === 'EPROTOCOL') return `What answers at this address and port does not act as a mail server${reply}.`;
  return `The mail server could not be used${reply}. The log of the server says more.`;
}
