import type { FastifyReply } from 'fastify';
import { type Build, failedBuilds, isBuilt } from '../builds/index.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

const PACKAGES_PATH = '/packages';

/** Sends one file below `/packages`; `path` is the whole path. Returns false if there is no such file. */
export type ServePackages = (reply: FastifyReply, path: string) => boolean;

export const isPackagePath = (path: string): boolean => path.startsWith(`${PACKAGES_PATH}/`);

/**
 * Serves the packages that websites install from this server (`npm i http://…/packages/portico-sdk.tgz`) and the SDK as a
 * module, which pages of any origin may import.
 */
export function serveBuiltPackages(build: Build): ServePackages {
  let files: StaticFiles | undefined;
  return (reply, path) => {
    if (!files && !isBuilt(build)) {
      sendUnavailable(reply, failedBuilds.has(build.name));
      return true;
    }
    files ??= openStaticFiles(build.output);
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    return files.send(reply, path.slice(PACKAGES_PATH.length));
  };
}

function sendUnavailable(reply: FastifyReply, failed: boolean): void {
  const sentence = failed
    ? 'The packages could not be built. See the server log for the reason.'
    : 'The packages are being built. Try again in a few seconds.';
  reply
    .code(503)
    .headers({ 'retry-after': 5, 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    .type('text/plain; charset=utf-8')
    .send(sentence);
}
