import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FastifyReply } from 'fastify';

const YEAR_MS = 365 * 24 * 3_600_000;

export interface StaticFiles {
  /** Sends the file at that path, or returns false. Only files of the build are ever served, whatever the path contains. */
  send(reply: FastifyReply, path: string): boolean;
}

/** The browser files of a build; those under `/assets/` have a hash in their name and never change. */
export function staticFiles(folder: string): StaticFiles {
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`),
  );
  return {
    send(reply, path) {
      if (!paths.has(path)) return false;
      const hashed = path.startsWith('/assets/');
      reply.header('x-content-type-options', 'nosniff');
      reply.sendFile(path.slice(1), folder, hashed ? { maxAge: YEAR_MS, immutable: true } : { maxAge: 300_000 });
      return true;
    },
  };
}
