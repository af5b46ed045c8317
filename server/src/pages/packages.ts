import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { type Build, failedBuilds, isBuilt } from '../builds/index.ts';
import { IMMUTABLE, openStaticFiles, type StaticFiles } from './static-files.ts';

const PACKAGES_PATH = '/packages';
const TARBALL = /^\/(portico-(?:sdk|react))-[\w.-]+\.tgz$/;

/** Sends one file below `/packages`; `path` is the whole path. Returns false if there is no such file. */
export type ServePackages = (reply: FastifyReply, path: string) => boolean;

export const isPackagePath = (path: string): boolean => path.startsWith(`${PACKAGES_PATH}/`);

interface PackageFiles {
  readonly files: StaticFiles;
  /** Maps stable to current names: `portico-sdk.tgz` → `portico-sdk-0.1.0-0123456789ab.tgz` (version and hash). */
  readonly names: Readonly<Record<string, string>>;
}

/** Returns a map from the stable name of each tarball to its current one; empty before the packages are built. */
export const readTarballNames = (build: Build): Readonly<Record<string, string>> =>
  isBuilt(build) ? JSON.parse(readFileSync(join(build.output, 'index.json'), 'utf8')) : {};

/**
 * Serves the packages that websites install from this server, and the SDK as a module, which pages of any origin may
 * import. A stable name (`portico-sdk.tgz`) redirects to the tarball of this version.
 */
export function serveBuiltPackages(build: Build): ServePackages {
  let packages: PackageFiles | undefined;
  return (reply, path) => {
    if (!packages && !isBuilt(build)) {
      sendUnavailable(reply, failedBuilds.has(build.name));
      return true;
    }
    packages ??= {
      files: openStaticFiles(build.output),
      names: readTarballNames(build),
    };
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    return send(reply, path.slice(PACKAGES_PATH.length), packages);
  };
}

function send(reply: FastifyReply, path: string, { files, names }: PackageFiles): boolean {
  const current = names[path.slice(1)];
  if (current !== undefined) {
    reply.header('cache-control', 'no-cache').redirect(`${PACKAGES_PATH}/${current}`);
    return true;
  }
  if (path === '/index.json')
    return files.send(reply.header('cache-control', 'no-cache'), path, { cacheControl: false });
  const [, name] = TARBALL.exec(path) ?? [];
  if (name === undefined) return files.send(reply, path);
  return files.send(reply, path, IMMUTABLE) || sendReplaced(reply, `${name}.tgz`, names[`${name}.tgz`] as string);
}

/** Rejects a request for the tarball of another version. npm prints the property `error` of the response. */
function sendReplaced(reply: FastifyReply, stableName: string, current: string): true {
  const address = `${reply.request.protocol}://${reply.request.host}${PACKAGES_PATH}/${current}`;
  const error = `This server has another version of ${stableName} since its last upgrade. Install it with: npm i ${address}`;
  reply.code(404).header('cache-control', 'no-store').send({ error, message: error });
  return true;
}

function sendUnavailable(reply: FastifyReply, hasFailed: boolean): void {
  const sentence = hasFailed
    ? 'The packages could not be built. See the server log for the reason.'
    : 'The packages are being built. Try again in a few seconds.';
  reply
    .code(503)
    .headers({ 'retry-after': 5, 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    .type('text/plain; charset=utf-8')
    .send(sentence);
}
