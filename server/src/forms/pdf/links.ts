/** Addresses that open a submission's document without a token for some minutes, whoever has them. */
import type { Environment, Site } from '../../kernel/ctx.ts';
import { equalSecrets, isGuid } from '../../kernel/ids.ts';

export interface DocumentLink {
  readonly site: Site;
  readonly submissionId: string;
}

export function documentUrl(env: Environment, { site, submissionId }: DocumentLink, expires: Date): string {
  const said = `${submissionId}.${Math.floor(expires.getTime() / 1_000)}`;
  return `${site.origin}/portico/v1/submission-documents/${site.shortId}.${said}.${macOf(env, site, said)}`;
}

/** Null for one that is not ours or has expired. */
export async function readDocumentLink(env: Environment, signed: string, now: Date): Promise<DocumentLink | null> {
  const [shortId = '', submissionId = '', seconds = '', mac = '', ...rest] = signed.split('.');
  const site = await env.siteOfShortId(shortId);
  if (!site || rest.length > 0 || !isGuid(submissionId)) return null;
  if (!equalSecrets(mac, macOf(env, site, `${submissionId}.${seconds}`))) return null;
  return Number(seconds) * 1_000 > now.getTime() ? { site, submissionId } : null;
}

/** The purpose keeps a link to a file from being taken for one to a document, the site's id one site's from another's. */
const macOf = (env: Environment, site: Site, said: string): string =>
  env.vault.mac('submission document', `${site.id} ${said}`).toString('base64url');
