/**
 * Builds the files that the server serves at /packages: the tarballs of `@portico/sdk` and `@portico/react`, `sdk.js`,
 * the SDK as one module for pages without a bundler, and `index.json`, the names of the tarballs. A lockfile
 * stores a hash of what a URL returned, so a URL must never return other content: each name contains a hash of its
 * content. The server runs this file: `node tools/packages.ts DIR`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { pack } from './pack.ts';

const SDK_ENTRY = fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url));

const outputFolder = process.argv[2];
if (!outputFolder) throw new Error('Name the folder for the files: node tools/packages.ts DIR');
const { sdk, react } = await pack(outputFolder);
const names = { 'portico-sdk.tgz': addHash(sdk), 'portico-react.tgz': addHash(react) };
writeFileSync(join(outputFolder, 'index.json'), JSON.stringify(names));
await build({ input: SDK_ENTRY, platform: 'browser', output: { file: join(outputFolder, 'sdk.js'), minify: true } });

/** Renames a tarball so that its name contains a hash of its content, and returns the name. */
function addHash(tarball: string): string {
  const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 12);
  const name = basename(tarball).replace(/\.tgz$/, `-${hash}.tgz`);
  renameSync(tarball, join(outputFolder as string, name));
  return name;
}
