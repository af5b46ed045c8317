/** Reads the mails of a test server, for the tests of this slice. */
import { setTimeout } from 'node:timers/promises';
import type { MailKind } from '@portico/domain';
import { openContent } from '../../mail/content.ts';
import type { TestServer } from '../../testing/index.ts';

export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly code: string | undefined;
  readonly link: string | undefined;
  /** The one-time token in the mail's link. */
  readonly token: string;
}

const list = (t: TestServer, to: string, kind: MailKind) =>
  t.db
    .selectFrom('mails')
    .selectAll()
    .where('site_id', '=', t.site.id)
    .where('recipient', '=', to)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .execute();

export const countMails = async (t: TestServer, to: string, kind: MailKind): Promise<number> =>
  (await list(t, to, kind)).length;

/**
 * Returns the latest mail of the kind.
 * @param wait true to wait for a mail that a worker writes after the response
 */
export async function waitForMail(
  t: TestServer,
  to: string,
  kind: MailKind,
  { wait = false }: { readonly wait?: boolean } = {},
): Promise<ReadMail> {
  for (let tries = 0; ; tries += 1) {
    const row = (await list(t, to, kind))[0];
    if (row?.sealed_content) {
      const content = openContent(t.ctx.env.vault, row.sealed_content);
      if (!content) throw new Error('the mail cannot be read');
      const link = content.text.match(/https?:\/\/\S+/)?.[0];
      return {
        subject: content.subject,
        text: content.text,
        code: content.text.match(/\b\d{6}\b/)?.[0],
        link,
        token: (link && new URL(link).searchParams.get('token')) ?? '',
      };
    }
    if (!wait || tries > 500) throw new Error(`there is no ${kind} mail to ${to}`);
    await setTimeout(20);
  }
}
