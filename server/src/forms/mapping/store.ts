import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** No new revision: what the submission says is the same. */
export async function setContact(db: Db, siteId: string, submissionId: string, contactId: string): Promise<void> {
  await sql`update submissions set contact_id = ${contactId} where site_id = ${siteId} and id = ${submissionId}`.execute(
    db,
  );
}

/** Of every submission of a contact that is gone. */
export async function clearContact(db: Db, siteId: string, contactId: string): Promise<void> {
  await sql`update submissions set contact_id = null where site_id = ${siteId} and contact_id = ${contactId}`.execute(
    db,
  );
}
