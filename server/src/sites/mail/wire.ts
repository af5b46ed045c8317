import type { Mail, MailTemplate as TemplateSchema } from '@portico/contract/sites';
import type { MailTemplate } from '@portico/domain';
import type { Static } from 'typebox';
import type { MailRow } from '../../mail/index.ts';

/** Omits the content, because its links and codes give access to accounts. */
export function mailToWire(row: MailRow): Static<typeof Mail> {
  return {
    mailId: row.id,
    kind: row.kind as Static<typeof Mail>['kind'],
    recipient: row.recipient,
    language: row.language as Static<typeof Mail>['language'],
    subject: row.subject,
    status: row.status as Static<typeof Mail>['status'],
    attempts: row.attempts,
    lastError: row.last_error,
    createdDate: row.created_at.toISOString(),
    nextAttemptDate: row.status === 'QUEUED' ? row.next_attempt_at.toISOString() : null,
    sentDate: row.sent_at?.toISOString() ?? null,
  };
}

export const templateToWire = ({ subject, heading, text, button }: MailTemplate): Static<typeof TemplateSchema> => ({
  subject,
  heading,
  text,
  button,
});
