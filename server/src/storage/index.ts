/** Storage for uploaded files: in the data folder, or in an S3 bucket. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { openLocalStorage } from './local.ts';
import { openS3Storage } from './s3.ts';

/** Opens the storage. Uses neither disk nor network before the first call. */
export function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStorage {
  const incoming = join(dataDir, 'incoming');
  return s3 ? openS3Storage(s3, incoming) : openLocalStorage(join(dataDir, 'files'), incoming);
}
