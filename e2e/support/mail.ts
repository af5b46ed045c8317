/** Reads mails from the outbox, where they wait because the test installations have no mail server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

const TIMEOUT_MS = 15_000;

/** Waits for the newest mail of a kind to a recipient. @param after number of earlier mails to ignore */
export async function readMail(api: Api, kind: string, recipient: string, after = 0): Promise<Mail> {
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(50)) {
    const { mails } = await api.getAsOwner('/portico/v1/mail/outbox');
    const matchingMails = mails.filter(
      (mail: { kind: string; recipient: string }) => mail.kind === kind && mail.recipient === recipient,
    );
    if (matchingMails.length > after) {
      const { content } = await api.getAsOwner(`/portico/v1/mail/outbox/${matchingMails[0].mailId}`);
      if (content) return content;
    }
    if (Date.now() > end)
      throw new Error(`No ${kind} mail to ${recipient} arrived in the outbox: ${JSON.stringify(mails)}`);
  }
}

/** Returns the six-digit code in a mail. */
export const codeIn = ({ text }: Mail): string => /\b\d{6}\b/.exec(text)?.[0] as string;

/** Returns the first link to a page in a mail. */
export const linkIn = ({ text }: Mail, page: string): string =>
  new RegExp(`https?://\\S+${page}\\S*`).exec(text)?.[0] as string;
