import type { Destination } from './destination.ts';

/**
 * Names for point-in-time recovery at the destination. The segments of different databases have the same names, so each
 * database has a folder, which is named after PostgreSQL's system identifier.
 */
export const recoveryNames = {
  wal: (systemId: string, segment: string): string => `recovery/${systemId}/wal/${segment}`,
  /** The copy of the database's files. */
  copy: (systemId: string, takenAt: string): string => `recovery/${systemId}/base/${takenAt}.copy`,
  /** The description of the copy, which is written last. */
  info: (systemId: string, takenAt: string): string => `recovery/${systemId}/base/${takenAt}.json`,
  upload: (name: string): string => `recovery/files/${name}`,
  /** When each upload was first found without a row. */
  removedUploads: 'recovery/removed-files.json',
};

const INFO = /^recovery\/(\d+)\/base\/(\d{8}T\d{6}Z)\.json$/;
const WAL = /^recovery\/(\d+)\/wal\/([0-9A-F.]+(?:backup|history)?)$/;
const UPLOAD = /^recovery\/files\/([0-9a-f-]{36}\/[0-9a-f-]{36}(?:\.thumbnail)?)$/;

/** Returns the position of a segment in the write-ahead log, without its timeline; positions sort as text. */
export const positionOf = (segment: string): string => segment.slice(8, 24);

export interface RecoveryNames {
  readonly bases: readonly { readonly systemId: string; readonly takenAt: string }[];
  readonly wal: readonly { readonly systemId: string; readonly segment: string; readonly name: string }[];
  /** Names in the storage of uploaded files. */
  readonly uploads: readonly string[];
}

/** Lists what the destination holds for point-in-time recovery. */
export async function listRecoveryFiles(destination: Destination): Promise<RecoveryNames> {
  const found = { bases: [] as RecoveryNames['bases'][number][], wal: [] as RecoveryNames['wal'][number][] };
  const uploads: string[] = [];
  for await (const { name } of destination.list()) {
    const [, systemId = '', takenAt] = INFO.exec(name) ?? [];
    if (takenAt) found.bases.push({ systemId, takenAt });
    const [, walSystemId = '', segment] = WAL.exec(name) ?? [];
    if (segment) found.wal.push({ systemId: walSystemId, segment, name });
    const upload = UPLOAD.exec(name)?.[1];
    if (upload) uploads.push(upload);
  }
  return { ...found, uploads };
}
