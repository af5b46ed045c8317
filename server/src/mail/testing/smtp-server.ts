/** A real SMTP server on a loopback port, for tests: stores and parses the mails it receives. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** Sender of the SMTP envelope. The recipients come from the envelope, too. */
  readonly envelopeFrom: string;
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface SmtpFixture {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Passwords that clients have sent. */
  readonly passwords: string[];
  onConnection(listener: () => void): void;
  stop(): Promise<void>;
}

/**
 * Starts the server.
 * @param statusFor returns the SMTP error code for a recipient, or undefined to accept it
 */
export async function startSmtp({
  port = 0,
  statusFor = () => undefined,
  options = {},
}: {
  port?: number;
  statusFor?: (recipient: string) => number | undefined;
  options?: SMTPServerOptions;
} = {}): Promise<SmtpFixture> {
  const received: ReceivedMail[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      passwords.push(String(auth.password));
      if (auth.password === 'right') done(null, { user: auth.username });
      else done(new Error('authentication failed'));
    },
    onRcptTo({ address }, _session, done) {
      const code = statusFor(address);
      done(code ? Object.assign(new Error('No such person here'), { responseCode: code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...(await PostalMime.parse(raw)),
          envelopeFrom: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          raw: raw.toString(),
        });
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect early, so errors are ignored.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    passwords,
    onConnection: (listener) => void server.server.on('connection', listener),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
