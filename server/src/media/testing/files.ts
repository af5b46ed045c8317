/** Creates pictures to upload, and checks which files are left in the folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TestServer } from '../../testing/index.ts';

export const makePng = (colour = '#336699') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } }).png();

/** True while the folder of the server's files contains a file of that name. */
export const isStored = (t: TestServer, name: string): boolean =>
  readdirSync(join(t.dataDir, 'files'), { recursive: true }).some((path) => String(path).endsWith(`/${name}`));
