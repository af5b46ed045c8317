/** Mails as they wait in the outbox: the product of the journeys has no mail server, so that it keeps them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';

export interface ReadMail {
  readonly subject: string;
  readonly text: string;
}

const PATIENCE_MS = 15_000;

/** The newest mail of a kind to somebody, once it is there. `after` leaves that many older ones aside. */
export async function readMail(api: Api, kind: string, recipient: string, after = 0): Promise<ReadMail> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const { mails } = await api.getAsOwner('/portico/v1/mail/outbox');
    const fitting = mails.filter(
      (mail: { kind: string; recipient: string }) => mail.kind === kind && mail.recipient === recipient,
    );
    if (fitting.length > after) {
      const { content } = await api.getAsOwner(`/portico/v1/mail/outbox/${fitting[0].mailId}`);
      if (content) return content;
    }
    if (Date.now() > end) throw new Error(`No mail ${kind} to ${recipient}: ${JSON.stringify(mails)}`);
  }
}

/** The six digits of a mail. */
export const codeIn = ({ text }: ReadMail): string => /\b\d{6}\b/.exec(text)?.[0] as string;

/** The first link of a mail to that page. */
export const linkIn = ({ text }: ReadMail, page: string): string =>
  new RegExp(`https?://\\S+${page}\\S*`).exec(text)?.[0] as string;
