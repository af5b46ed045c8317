// The entries of an archive, in this order:
//   portico-backup.json     the manifest below
//   tables/<n>/<part>       rows of manifest.tables[n] in COPY's text format, in parts of known length
//   files/<path>            uploaded files
//   secret                  the installation's secret, unless it is in the environment
//   end.json                the numbers of rows and files; an archive without it is incomplete
import { BackupError } from './errors.ts';
import { collect, type TarEntry } from './tar.ts';

export const ARCHIVE_FORMAT = 1;
export const MANIFEST_ENTRY = 'portico-backup.json';
export const END_ENTRY = 'end.json';
export const SECRET_ENTRY = 'secret';

export interface Manifest {
  readonly product: 'portico';
  readonly format: number;
  readonly createdAt: string;
  /** The server_version of the database that was backed up. */
  readonly postgres: string;
  /** The migrations of the shared schema. */
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly hash: string }[];
  readonly tables: readonly ArchivedTable[];
  /**
   * SQL that creates the sites' schemas. `before` creates schemas and tables before the rows are restored; `after`
   * creates keys, checks, indexes and statistics once the rows are stored.
   */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly sequences: readonly ArchivedSequence[];
}

export interface ArchivedTable {
  readonly schema: string;
  readonly name: string;
  /** All columns except generated ones, in the order of the rows' fields. */
  readonly columns: readonly string[];
}

/** The last value of a column's sequence; null before its first value. */
export interface ArchivedSequence {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly lastValue: string | null;
}

export interface ArchiveCounts {
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
}

/** The content of the last entry. */
export interface ArchiveEnd extends ArchiveCounts {
  /** The checksum of each table's rows in the order of the manifest; archives of version 0.1.0 have none. */
  readonly checksums?: readonly string[];
}

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** Returns the content of a JSON entry. @throws BackupError unless it is the entry `name` */
export async function readJson<T>(entry: TarEntry | undefined, name: string): Promise<T> {
  if (entry?.name !== name || entry.size > MAX_MANIFEST_BYTES)
    throw new BackupError('This backup of Portico is damaged or incomplete.');
  return JSON.parse((await collect(entry.body)).toString()) as T;
}

/** Rejects a manifest in a format that this version cannot read. @throws BackupError */
export function checkManifest(manifest: Manifest): void {
  if (manifest.product !== 'portico') throw new BackupError('This is not a backup of Portico.');
  if (manifest.format > ARCHIVE_FORMAT) {
    throw new BackupError('This backup was written by a newer version of Portico: restore it with that version.');
  }
}
