/** Reads the mails of a recipient. Without a mail server, they stay in the outbox, where the owner may read them. */
import { setTimeout } from 'node:timers/promises';
import type { ServedSite } from './served-site.ts';

export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  /** The six-digit code. Empty if the mail contains none. */
  readonly code: string;
  readonly link: string;
  /** The one-time token in the link. */
  readonly token: string;
}

/** Maximum number of attempts to read a mail. Several are needed, because a worker stores it after the response. */
const MAX_ATTEMPTS = 500;

/** Waits for the latest mail of a kind to an address. */
export async function mailTo(site: ServedSite, email: string, kind: string): Promise<ReceivedMail> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const mail = (await mailsTo(site, email)).find((one) => one.kind === kind);
    const { content } = mail ? await read(site, `/${mail.mailId}`) : { content: null };
    if (content) {
      const link = content.text.match(/https?:\/\/\S+/)?.[0] ?? '';
      const code = content.text.match(/\b\d{6}\b/)?.[0] ?? '';
      return { ...content, code, link, token: link ? (new URL(link).searchParams.get('token') ?? '') : '' };
    }
    await setTimeout(20);
  }
  throw new Error(`No ${kind} mail to ${email} arrived in the outbox.`);
}

export const codeTo = async (site: ServedSite, email: string): Promise<string> =>
  (await mailTo(site, email, 'VERIFY_EMAIL')).code;

/** Returns the mails in the outbox for an address, latest first. */
export async function mailsTo(site: ServedSite, email: string): Promise<{ mailId: string; kind: string }[]> {
  const { mails } = await read(site, '?paging.limit=200');
  return mails.filter(({ recipient }: { recipient: string }) => recipient === email);
}

async function read({ t, owner }: ServedSite, rest: string) {
  const response = await t.call({ method: 'GET', path: `/portico/v1/mail/outbox${rest}`, as: owner });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}
