/** Storage for uploaded files: in the data folder, or in an S3 bucket. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { localStorage } from './local.ts';
import { s3Storage } from './s3.ts';

/** Uses neither disk nor network before the first call. */
export function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStorage {
  const incoming = join(dataDir, 'incoming');
  return s3 ? s3Storage(s3, incoming) : localStorage(join(dataDir, 'files'), incoming);
}
