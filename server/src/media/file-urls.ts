/** Addresses of files: permanent ones, and signed ones that need no token. */
import type { Environment, Site } from '../kernel/ctx.ts';
import { equalSecrets, isGuid } from '../kernel/ids.ts';

/** Returns the permanent address, which a submission's value contains. Reading it requires a token with the permission. */
export const fileUrl = (site: Site, id: string): string => `${site.origin}/portico/v1/files/${id}`;

/**
 * Returns the id in such an address; null for any other text. Accepts any origin, because the installation may have moved
 * since the address was stored; new addresses are always built from the id.
 */
export function fileIdIn(url: string): string | null {
  const { protocol = '', pathname = '' } = URL.parse(url) ?? {};
  const id = /^\/portico\/v1\/files\/([^/]+)$/.exec(pathname)?.[1]?.toLowerCase();
  return id !== undefined && isGuid(id) && /^https?:$/.test(protocol) ? id : null;
}

export interface Named {
  readonly site: Site;
  readonly id: string;
}

export const uploadUrl = (env: Environment, { site, id }: Named): string =>
  `${site.origin}/portico/v1/uploads/${site.shortId}.${id}.${macOf(env, 'upload', site, id)}`;

/** Returns null for a foreign address. Whether it can still be used is in its row: an address allows one upload. */
export async function readUploadUrl(env: Environment, signed: string): Promise<Named | null> {
  const [shortId = '', id = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  const right = site !== null && isGuid(id) && rest.length === 0 && equalSecrets(mac, macOf(env, 'upload', site, id));
  return right ? { site, id } : null;
}

export type Picture = 'file' | 'thumbnail';

export interface Link extends Named {
  readonly picture: Picture;
  readonly expires: Date;
}

export function linkUrl(env: Environment, { site, id, picture, expires }: Link): string {
  const said = `${id}.${picture}.${Math.floor(expires.getTime() / 1_000)}`;
  return `${site.origin}/portico/v1/file-links/${site.shortId}.${said}.${macOf(env, 'link', site, said)}`;
}

/** Returns null for a foreign or expired address. */
export async function readLink(env: Environment, signed: string, now: Date): Promise<Link | null> {
  const [shortId = '', id = '', picture = '', seconds = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  if (!site || rest.length > 0 || !equalSecrets(mac, macOf(env, 'link', site, `${id}.${picture}.${seconds}`)))
    return null;
  const expires = new Date(Number(seconds) * 1_000);
  return expires > now ? { site, id, picture: picture as Picture, expires } : null;
}

/** The purpose distinguishes a download link from an upload address, and the site's id one site's from another's. */
const macOf = (env: Environment, purpose: string, site: Site, said: string): string =>
  env.vault.mac(`file ${purpose}`, `${site.id} ${said}`).toString('base64url');
