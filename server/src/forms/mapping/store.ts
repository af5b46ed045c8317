/** SQL that links submissions to contacts. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Links a submission to its contact. The revision stays the same, because the submitted data does not change. */
export async function setContact(db: Db, siteId: string, submissionId: string, contactId: string): Promise<void> {
  await sql`update submissions set contact_id = ${contactId} where site_id = ${siteId} and id = ${submissionId}`.execute(
    db,
  );
}

/** Unlinks every submission of a deleted contact. */
export async function clearContact(db: Db, siteId: string, contactId: string): Promise<void> {
  await sql`update submissions set contact_id = null where site_id = ${siteId} and contact_id = ${contactId}`.execute(
    db,
  );
}
