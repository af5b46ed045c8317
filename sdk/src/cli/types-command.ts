/** `portico types`, for the command line of this package and that of the server. */
import { writeFile } from 'node:fs/promises';
import { apiKeyAuth } from '../auth/tokens.ts';
import { connect } from '../connect.ts';
import { NETWORK_ERROR, PorticoError } from '../error.ts';
import { printSite, type SiteSchema } from './print-site.ts';
import { readSite } from './read-site.ts';

export interface TypesOptions {
  /** Address of the server. */
  readonly url: string;
  /** An API key of the site with the scopes `collections:read` and `forms:read`. */
  readonly key: string;
  /** The file to write; without it, the types are the `text` of the result. */
  readonly out?: string | undefined;
}

export interface TypesResult {
  readonly text: string;
  readonly collections: number;
  readonly forms: number;
}

/**
 * Writes the TypeScript types of a site's collections and forms.
 * @throws Error with a sentence for the terminal, which never contains the key
 */
export async function writeTypes({ url, key, out }: TypesOptions): Promise<TypesResult> {
  const server = serverOf(url);
  // fetch rejects such a key as the value of a header, and its error message would reveal the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Error('The API key contains a space or another character that no key has.');
  const site = await readFrom(server, key);
  const source = printSite(site, server);
  const counts = { collections: site.collections.length, forms: site.forms.length };
  if (out === undefined) return { text: source, ...counts };
  try {
    await writeFile(out, source);
  } catch (error) {
    throw new Error(`Could not write ${out}: ${(error as Error).message}`);
  }
  return {
    text: `Wrote the types of ${count(counts.collections, 'collection')} and ${count(counts.forms, 'form')} to ${out}.`,
    ...counts,
  };
}

/** Returns the number with the noun in the singular or plural. */
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns the origin. The other parts of an address may hold secrets. */
function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new Error(`The URL must be the address of a Portico server, such as https://example.org, not "${text}".`);
  return url.origin;
}

async function readFrom(url: string, key: string): Promise<SiteSchema> {
  try {
    return await readSite(connect({ url, auth: apiKeyAuth(key) }).call);
  } catch (error) {
    throw new Error(describe(error, url), { cause: error });
  }
}

function describe(error: unknown, url: string): string {
  if (!(error instanceof PorticoError)) return `${url} does not respond like a Portico server.`;
  if (error.code === NETWORK_ERROR) return `Could not reach ${url}: ${reasonOf(error)}`;
  switch (error.status) {
    case 401:
      return `${url} does not know this API key. It may have been revoked, or belong to another server.`;
    case 403:
      return 'The API key lacks a scope: the types need collections:read and forms:read.';
    case 404:
      return `${url} has no API of Portico. Check the address.`;
    default:
      return `${url} responded with an error: ${error.message}`;
  }
}

/** Returns why a connection failed: fetch puts the reason into the cause of its error. */
function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error
    ? reasonOf(cause)
    : error.message || ((error as NodeJS.ErrnoException).code ?? 'unknown');
}
