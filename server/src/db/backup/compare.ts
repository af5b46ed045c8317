import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Manifest } from './archive.ts';
import { copyOutStatement, useStableFormats } from './copy.ts';
import { BackupError } from './errors.ts';
import { RowChecksum } from './row-checksum.ts';

/**
 * Compares the rows of the restored tables with the checksums that the backup computed from the original ones.
 * @throws BackupError if a table differs, or if the archive is too old to contain checksums
 */
export async function compareTables(
  client: pg.ClientBase,
  { tables }: Manifest,
  checksums: readonly string[],
): Promise<void> {
  if (checksums.length !== tables.length) {
    throw new BackupError('The archive contains no checksums: it was written before Portico could verify backups.');
  }
  await useStableFormats(client);
  for (const [number, table] of tables.entries()) {
    const checksum = new RowChecksum();
    for await (const bytes of client.query(copyTo(copyOutStatement(table)))) checksum.update(bytes);
    if (checksum.digest() !== checksums[number]) {
      throw new BackupError(`The restored table ${table.schema}.${table.name} differs from the original one.`);
    }
  }
}
