import type { FastifyReply } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import { IMMUTABLE, openStaticFiles, type StaticFiles } from './static-files.ts';

const LOADER = '/embed.js';
const CHUNKS = '/embed/';

/** Returns true for the scripts that other websites load to show forms, collections and the sign-in. */
export const isEmbedPath = (path: string): boolean => path === LOADER || path.startsWith(CHUNKS);

/**
 * Serves the scripts of the embeds. Any origin may import them. Browsers check the loader for changes each time,
 * because it names the chunks, and a chunk of an earlier build is gone after an update.
 */
export function serveBuiltEmbed(build: Build): (reply: FastifyReply, path: string) => FastifyReply {
  let files: StaticFiles | undefined;
  return (reply, path) => {
    if (!isBuilt(build)) return reply.code(503).header('retry-after', 2).send('The embeds are being built.');
    files ??= openStaticFiles(build.output);
    reply.header('access-control-allow-origin', '*');
    const exists = path === LOADER ? files.send(reply, path, { maxAge: 0 }) : files.send(reply, path, IMMUTABLE);
    return exists ? reply : reply.code(404).type('text/plain; charset=utf-8').send('No such file.');
  };
}
