/**
 * Describes why a mail was not sent: with the server's message for the operator's log, and in our own words for site
 * owners.
 */
import { RefusedAddressError } from '../outbound/resolve.ts';
import { toOneLine } from './render/values.ts';
import { MailSettingsError } from './smtp.ts';

/** Returns the full message for the log, including the reply of the server. */
export const reasonOf = (error: unknown): string => toOneLine(error instanceof Error ? error.message : String(error));

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No server listens at the address and port of the mail server.',
  ECONNRESET: 'The mail server closed the connection.',
  EPIPE: 'The mail server closed the connection.',
  ENOTFOUND: 'The mail server cannot be found: its name has no address.',
  ENODATA: 'The mail server cannot be found: its name has no address.',
  EDNS: 'The mail server cannot be found: its name has no address.',
  ETIMEDOUT: 'The mail server did not respond in time.',
  ETIMEOUT: 'The name of the mail server could not be looked up in time.',
  EHOSTUNREACH: 'There is no route to the mail server.',
  ENETUNREACH: 'There is no route to the mail server.',
};

const REJECTED: Readonly<Record<string, string>> = {
  'MAIL FROM': 'The mail server rejected the sender address',
  'RCPT TO': 'The mail server rejected the recipient',
  DATA: 'The mail server rejected the message',
};

/**
 * Describes the failure to the owners of the site. Of a server's reply, the text contains only the code. Threat: an
 * owner enters the address of a service that is not a mail server, to read its response.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof RefusedAddressError || error instanceof MailSettingsError) return error.message;
  const { code = '', command = '', responseCode, message = '' } = error as SmtpError;
  const reply = responseCode ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || code === 'ENOAUTH') return `The mail server did not accept the user and password${reply}.`;
  const rejected = REJECTED[command];
  if (rejected && responseCode) return `${rejected}${reply}.`;
  if (code === 'ETLS' || /certificate|TLS|SSL/.test(message)) {
    return 'The mail server offers no encrypted connection (STARTTLS), or its certificate is not valid for its name.';
  }
  // nodemailer replaces the code of the socket's error with its own, but the message still contains the original code.
  const cause = /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? '';
  const unreachable = CONNECTION_ERRORS[code] ?? CONNECTION_ERRORS[cause];
  if (unreachable) return unreachable;
  if (code === 'EPROTOCOL') return `The program at this address and port is not a mail server${reply}.`;
  return `The mail server could not be used${reply}. See the server log for the reason.`;
}
