/** All SQL of mail/. */
import type { Language, MailKind, MailTemplate } from '@portico/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { readLiveSites } from '../db/cluster/live-sites.ts';
import type { Db } from '../db/index.ts';
import type { Mails } from '../db/tables.gen.ts';
import type { LeasedTable } from '../queue/index.ts';

export type MailRow = Selectable<Mails>;
export type MailStatus = 'QUEUED' | 'SENT' | 'KEPT' | 'FAILED';

export const insertMail = (db: Db, mail: Insertable<Mails>) => db.insertInto('mails').values(mail).execute();

export const mailQueue: LeasedTable = {
  name: 'mails',
  waiting: sql<boolean>`status = 'QUEUED'`,
  dueAt: 'next_attempt_at',
  leasedUntil: 'leased_until',
};

export interface MailOutcome {
  readonly status: MailStatus;
  readonly last_error: string | null;
  readonly sealed_content?: null;
  readonly sent_at?: Date;
  readonly next_attempt_at?: Date;
}

/** Ends a lease and records the outcome; does nothing if the lease was lost or the mail was deleted. */
export const finishMail = (db: Db, { site_id, id, lease_id }: MailRow, outcome: MailOutcome) =>
  db
    .updateTable('mails')
    .set({ ...outcome, lease_id: null, leased_until: null })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('lease_id', '=', lease_id)
    .execute();

/** Defers the other waiting mails of a site whose server is unreachable. */
export const deferMailsOfSite = (db: Db, siteId: string, until: Date) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: until })
    .where('site_id', '=', siteId)
    .where('id', 'in', selectUnleasedMails(db, siteId).where('next_attempt_at', '<', until))
    .execute();

/** Makes all waiting mails of a site due, because its server is reachable again. */
export const bringForwardMailsOfSite = (db: Db, siteId: string) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('site_id', '=', siteId)
    .where('id', 'in', selectUnleasedMails(db, siteId).where('next_attempt_at', '>', sql<Date>`now()`))
    .execute();

/**
 * Selects the waiting mails of a site that no worker has leased, locks them and skips locked rows. Without the skip,
 * mails that fail at the same time could deadlock, because each of them defers all others.
 */
const selectUnleasedMails = (db: Db, siteId: string) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', 'QUEUED')
    .where('lease_id', 'is', null)
    .forUpdate()
    .skipLocked();

/** Deletes mails older than `days`, whatever their outcome. */
export const deleteOldMails = (db: Db, now: Date, days: number) =>
  db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - days * 86_400_000))
    .execute();

export const findTemplate = (
  db: Db,
  siteId: string,
  kind: MailKind,
  language: Language,
): Promise<MailTemplate | undefined> =>
  db
    .selectFrom('mail_templates')
    .select(['subject', 'heading', 'text', 'button'])
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .executeTakeFirst();

/** Lists mails, newest first; null as `status` lists all. */
export const listMails = (
  db: Db,
  siteId: string,
  { status, limit, offset }: { status: MailStatus | null; limit: number; offset: number },
): Promise<MailRow[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('site_id', '=', siteId)
    .$if(status !== null, (query) => query.where('status', '=', status ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countMails(db: Db, siteId: string, status: MailStatus | null): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('site_id', '=', siteId)
    .$if(status !== null, (query) => query.where('status', '=', status ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the mails of a site that were written since a time, except those that failed. */
export async function countMailsSince(db: Db, siteId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('site_id', '=', siteId)
    .where('created_at', '>=', since)
    .where('status', '<>', 'FAILED')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findMail = (db: Db, siteId: string, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('site_id', '=', siteId).where('id', '=', id).executeTakeFirst();

/**
 * Makes the mail due, with a new deadline. Does not end a running lease, so that a mail in progress is not sent twice.
 */
export const requeueMail = (db: Db, siteId: string, id: string, now: Date, giveUpAt: Date) =>
  db
    .updateTable('mails')
    .set({ status: 'QUEUED', attempts: 0, last_error: null, next_attempt_at: now, give_up_at: giveUpAt })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('status', '<>', 'SENT')
    .returningAll()
    .executeTakeFirst();

export const deleteMail = (db: Db, siteId: string, id: string) =>
  db.deleteFrom('mails').where('site_id', '=', siteId).where('id', '=', id).returning('id').executeTakeFirst();

/** Counts the mails of all sites that were sent, and that failed, among those written since a time. */
export async function countOutcomes(db: Db, since: Date): Promise<{ acceptedCount: number; failedCount: number }> {
  const rows = await readLiveSites(db, (isRead) =>
    db
      .selectFrom('mails')
      .select(['status', (eb) => eb.fn.countAll().as('count')])
      .where('created_at', '>=', since)
      .where('status', 'in', ['SENT', 'FAILED'])
      .where(isRead('site_id'))
      .groupBy('status')
      .execute(),
  );
  const countOf = (status: MailStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { acceptedCount: countOf('SENT'), failedCount: countOf('FAILED') };
}

/** Returns the mail texts that the site's owner has written. */
export const listTemplates = (db: Db, siteId: string) =>
  db.selectFrom('mail_templates').selectAll().where('site_id', '=', siteId).execute();

export const putTemplate = (db: Db, siteId: string, kind: MailKind, language: Language, template: MailTemplate) => {
  const { subject, heading, text, button } = template;
  const columns = { subject, heading, text, button, updated_at: sql<Date>`now()` };
  return db
    .insertInto('mail_templates')
    .values({ site_id: siteId, kind, language, ...columns })
    .onConflict((conflict) => conflict.columns(['site_id', 'kind', 'language']).doUpdateSet(columns))
    .execute();
};

export const deleteTemplate = (db: Db, siteId: string, kind: MailKind, language: Language) =>
  db
    .deleteFrom('mail_templates')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .execute();
