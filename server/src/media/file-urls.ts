/** Addresses of files: where they are, and signed ones that need no token. */
import type { Environment, Site } from '../kernel/ctx.ts';
import { equalSecrets, isGuid } from '../kernel/ids.ts';

/** The lasting address, which stands in a submission's value. It opens with a token of who may read it. */
export const fileUrl = (site: Site, id: string): string => `${site.origin}/portico/v1/files/${id}`;

/**
 * The id in such an address; null for any other text. Whatever the origin: an installation may have moved since the
 * address was stored, and what is stored next is made from the id anew.
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

/** Null for an address that is not ours. Whether it is still good, its row says: an address holds for one upload. */
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

/** Null for one that is not ours or has expired. */
export async function readLink(env: Environment, signed: string, now: Date): Promise<Link | null> {
  const [shortId = '', id = '', picture = '', seconds = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  if (!site || rest.length > 0 || !equalSecrets(mac, macOf(env, 'link', site, `${id}.${picture}.${seconds}`)))
    return null;
  const expires = new Date(Number(seconds) * 1_000);
  return expires > now ? { site, id, picture: picture as Picture, expires } : null;
}

/** The purpose keeps a link from being taken for an upload address, and the site's id one site's from another's. */
const macOf = (env: Environment, purpose: string, site: Site, said: string): string =>
  env.vault.mac(`file ${purpose}`, `${site.id} ${said}`).toString('base64url');
