import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FastifyReply } from 'fastify';

interface CacheOptions {
  /** Milliseconds for which browsers use the file without revalidating it. */
  readonly maxAge?: number;
  readonly immutable?: boolean;
  /** False if the calling code sets the Cache-Control header. */
  readonly cacheControl?: boolean;
}

/** For files whose name contains a hash of their content. */
export const IMMUTABLE: CacheOptions = { maxAge: 365 * 24 * 3_600_000, immutable: true };

export interface StaticFiles {
  has(path: string): boolean;
  /**
   * Sends the file at that path, or returns false. Only files of the build are ever served, whatever the path contains.
   * Without `caching`, files under `/assets/` are cached as immutable, pages are revalidated each time, and other files
   * after five minutes.
   */
  send(reply: FastifyReply, path: string, caching?: CacheOptions): boolean;
}

/**
 * Returns the browser files of a build.
 * @param includePages whether HTML files are served
 */
export function openStaticFiles(folder: string, { includePages = false } = {}): StaticFiles {
  const excluded = includePages ? /\.(br|gz)$/ : /\.(html|br|gz)$/;
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !excluded.test(entry.name))
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`),
  );
  return {
    has: (path) => paths.has(path),
    send(reply, path, caching = cacheOptionsOf(path)) {
      if (!paths.has(path)) return false;
      reply.header('x-content-type-options', 'nosniff');
      reply.sendFile(path.slice(1), folder, caching);
      return true;
    },
  };
}

function cacheOptionsOf(path: string): CacheOptions {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return path.endsWith('.html') ? { cacheControl: false } : { maxAge: 300_000 };
}
