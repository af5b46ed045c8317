/** URLs of files: permanent ones, and signed ones that need no token. */
import type { Environment, Site } from '../kernel/ctx.ts';
import { areSecretsEqual, isGuid } from '../kernel/ids.ts';

/**
 * Returns the permanent URL, which a submission contains as the file's value. Reading the file requires a token that
 * permits reading the submission.
 */
export const fileUrlOf = (site: Site, id: string): string => `${site.origin}/portico/v1/files/${id}`;

/**
 * Returns the id in a permanent file URL; null for any other text. Accepts any origin, because the installation may
 * have moved since the URL was stored. New URLs are always built from the id.
 */
export function fileIdIn(url: string): string | null {
  const { protocol = '', pathname = '' } = URL.parse(url) ?? {};
  const id = /^\/portico\/v1\/files\/([^/]+)$/.exec(pathname)?.[1]?.toLowerCase();
  return id !== undefined && isGuid(id) && /^https?:$/.test(protocol) ? id : null;
}

export interface FileRef {
  readonly site: Site;
  readonly id: string;
}

export const uploadUrl = (env: Environment, { site, id }: FileRef): string =>
  `${site.origin}/portico/v1/uploads/${site.shortId}.${id}.${macOf(env, 'upload', site, id)}`;

/**
 * Returns the file of an upload URL; null for a forged URL. A URL allows one upload; the row of the file shows whether
 * the URL can still be used.
 */
export async function readUploadUrl(env: Environment, signed: string): Promise<FileRef | null> {
  const [shortId = '', id = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  const isValid =
    site !== null && isGuid(id) && rest.length === 0 && areSecretsEqual(mac, macOf(env, 'upload', site, id));
  return isValid ? { site, id } : null;
}

export type FileVariant = 'file' | 'thumbnail';

export interface FileLink extends FileRef {
  readonly variant: FileVariant;
  readonly expires: Date;
}

export function linkUrl(env: Environment, { site, id, variant, expires }: FileLink): string {
  const payload = `${id}.${variant}.${Math.floor(expires.getTime() / 1_000)}`;
  return `${site.origin}/portico/v1/file-links/${site.shortId}.${payload}.${macOf(env, 'link', site, payload)}`;
}

/** Returns the file of a download link; null for a forged or expired one. */
export async function readLink(env: Environment, signed: string, now: Date): Promise<FileLink | null> {
  const [shortId = '', id = '', variant = '', seconds = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  if (!site || rest.length > 0 || !areSecretsEqual(mac, macOf(env, 'link', site, `${id}.${variant}.${seconds}`)))
    return null;
  const expires = new Date(Number(seconds) * 1_000);
  return expires > now ? { site, id, variant: variant as FileVariant, expires } : null;
}

/**
 * Computes the MAC of a URL. The purpose separates download links from upload URLs, and the site's id separates sites.
 */
const macOf = (env: Environment, purpose: string, site: Site, payload: string): string =>
  env.vault.mac(`file ${purpose}`, `${site.id} ${payload}`).toString('base64url');
