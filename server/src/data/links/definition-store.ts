/** SQL of the references in the definitions of collections. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Site } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';

/** Returns the ids of the collections with a multi-reference to this one. */
export async function listReferrers(db: Db, site: Site, id: string): Promise<string[]> {
  const fields = [{ type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: id } } }];
  const { rows } = await sql<{ id: string }>`
    select id from collections where site_id = ${site.id} and fields @> ${json(fields)} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Stores fields and layout. A change of the fields also raises the revision, so that collection updates based on
 * the former fields are rejected.
 */
export async function updateReferences(
  db: Db,
  site: Site,
  { id, fields, layout }: Collection,
  { now, isChange }: { readonly now: Date; readonly isChange: boolean },
): Promise<void> {
  await sql`update collections set fields = ${json(fields)}, layout = ${json(layout)},
      revision = revision + ${isChange ? 1 : 0},
      updated_at = case when ${isChange}::boolean then ${now}::timestamptz else updated_at end
    where site_id = ${site.id} and id = ${id}`.execute(db);
}
