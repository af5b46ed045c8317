/** What somebody finds in the mailbox: without a mail server, the outbox keeps it, and the owner may read it there. */
import { setTimeout } from 'node:timers/promises';
import type { ServedSite } from './served-site.ts';

export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  /** six digits, where it holds some */
  readonly code: string;
  readonly link: string;
  /** the one-time token of the link */
  readonly token: string;
}

/** Mails are written by a worker, a moment after the answer. */
const TRIES = 500;

/** The latest mail of a kind to an address; waits for it. */
export async function mailTo(site: ServedSite, email: string, kind: string): Promise<ReceivedMail> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const mail = (await mailsTo(site, email)).find((one) => one.kind === kind);
    const { content } = mail ? await read(site, `/${mail.mailId}`) : { content: null };
    if (content) {
      const link = content.text.match(/https?:\/\/\S+/)?.[0] ?? '';
      const code = content.text.match(/\b\d{6}\b/)?.[0] ?? '';
      return { ...content, code, link, token: link ? (new URL(link).searchParams.get('token') ?? '') : '' };
    }
    await setTimeout(20);
  }
  throw new Error(`no ${kind} came to ${email}`);
}

export const codeTo = async (site: ServedSite, email: string): Promise<string> =>
  (await mailTo(site, email, 'VERIFY_EMAIL')).code;

/** What stands in the outbox for an address by now, the latest first. */
export async function mailsTo(site: ServedSite, email: string): Promise<{ mailId: string; kind: string }[]> {
  const { mails } = await read(site, '?paging.limit=200');
  return mails.filter(({ recipient }: { recipient: string }) => recipient === email);
}

async function read({ t, owner }: ServedSite, rest: string) {
  const answer = await t.call({ method: 'GET', path: `/portico/v1/mail/outbox${rest}`, as: owner });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
