/** Signed URLs of submission documents. They are valid for a few minutes and need no token. */
import type { Environment, Site } from '../../kernel/ctx.ts';
import { areSecretsEqual, isGuid } from '../../kernel/ids.ts';

export interface DocumentLink {
  readonly site: Site;
  readonly submissionId: string;
}

export function documentUrlOf(env: Environment, { site, submissionId }: DocumentLink, expires: Date): string {
  const claims = `${submissionId}.${Math.floor(expires.getTime() / 1_000)}`;
  return `${site.origin}/portico/v1/submission-documents/${site.shortId}.${claims}.${macOf(env, site, claims)}`;
}

/** Returns null if the signature is invalid or the link has expired. */
export async function readDocumentLink(env: Environment, signed: string, now: Date): Promise<DocumentLink | null> {
  const [shortId = '', submissionId = '', seconds = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  if (!site || rest.length > 0 || !isGuid(submissionId)) return null;
  if (!areSecretsEqual(mac, macOf(env, site, `${submissionId}.${seconds}`))) return null;
  return Number(seconds) * 1_000 > now.getTime() ? { site, submissionId } : null;
}

/** The MAC covers its purpose and the site's id, so it is useless for links to files or to another site's documents. */
const macOf = (env: Environment, site: Site, claims: string): string =>
  env.vault.mac('submission document', `${site.id} ${claims}`).toString('base64url');
