/**
 * Builds the files that the server serves at /packages: the tarballs of `@portico/sdk` and `@portico/react` under names
 * without a version, and `sdk.js`, the SDK as one module for pages without a bundler. The server runs it: `node
 * tools/packages.ts DIR`.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { pack } from './pack.ts';

const SDK_ENTRY = fileURLToPath(new URL('../sdk/src/index.ts', import.meta.url));

const outputFolder = process.argv[2];
if (!outputFolder) throw new Error('Name the folder for the files: node tools/packages.ts DIR');
const { sdk, react } = await pack(outputFolder);
renameSync(sdk, join(outputFolder, 'portico-sdk.tgz'));
renameSync(react, join(outputFolder, 'portico-react.tgz'));
await build({ input: SDK_ENTRY, platform: 'browser', output: { file: join(outputFolder, 'sdk.js'), minify: true } });
