import { AppError } from '../kernel/app-error.ts';
import type { Caller, SiteRole } from '../kernel/caller.ts';
import type { Environment, Site } from '../kernel/ctx.ts';

/** The lookups that authentication needs from the slices. app.ts provides them, because http must not import slices. */
export interface AuthenticationLookups {
  /** Returns the site by id, from the cache. */
  site(id: string): Promise<Site | null>;
  /** Returns the active API key with this secret. */
  key(
    secret: string,
    now: Date,
  ): Promise<{ id: string; siteId: string; accountId: string; scopes: readonly string[] } | null>;
  /** Returns the role of a dashboard user on a site; null once the session has ended. */
  role(userId: string, sessionId: string, siteId: string): Promise<SiteRole | 'NO_ROLE' | null>;
  /** Returns false if the member's session has ended or the member is blocked. */
  isSessionAlive(siteId: string, sessionId: string): boolean | Promise<boolean>;
}

export interface AuthenticationResult {
  readonly caller: Caller;
  readonly site: Site | null;
  /** The visitor or member whose token accompanies a key (`<token>,<key>`). */
  readonly paired: Caller | null;
}

const UNAUTHENTICATED: AuthenticationResult = { caller: { kind: 'unauthenticated' }, site: null, paired: null };

/**
 * Determines the caller from the Authorization header: a bare token, `Bearer token`, an API key, or `token,key`
 * (identity contract section 0). A malformed, expired or foreign credential results in 401, never in an unauthenticated
 * call.
 * @throws AppError UNAUTHENTICATED, or PERMISSION_DENIED for a key that is used with another site's id
 */
export async function authenticate(
  lookups: AuthenticationLookups,
  env: Environment,
  header: string | undefined,
  siteHeader: string | undefined,
  now: Date,
): Promise<AuthenticationResult> {
  const text = (header ?? '').replace(/^Bearer\s+/i, '').trim();
  if (text === '' || text === ',') return UNAUTHENTICATED;
  const comma = text.indexOf(',');
  if (comma !== -1) return authenticatePair(lookups, env, text.slice(0, comma), text.slice(comma + 1), siteHeader, now);
  return isJwt(text)
    ? authenticateToken(lookups, env, text, siteHeader, now)
    : authenticateKey(lookups, text, siteHeader, now);
}

async function authenticatePair(
  lookups: AuthenticationLookups,
  env: Environment,
  token: string,
  key: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<AuthenticationResult> {
  const withKey = await authenticateKey(lookups, key.trim(), siteHeader, now);
  if (token.trim() === '') return withKey;
  const withToken = await authenticateToken(lookups, env, token.trim(), siteHeader, now);
  // A token of one site must not be combined with a key of another.
  if (withToken.site?.id !== withKey.site?.id) throw new AppError('UNAUTHENTICATED');
  return { ...withKey, paired: withToken.caller };
}

async function authenticateKey(
  lookups: AuthenticationLookups,
  secret: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<AuthenticationResult> {
  const key = await lookups.key(secret, now);
  if (!key) throw new AppError('UNAUTHENTICATED');
  if (siteHeader && siteHeader !== key.siteId) throw new AppError('PERMISSION_DENIED');
  const site = await lookups.site(key.siteId);
  if (!site) throw new AppError('UNAUTHENTICATED');
  return { caller: { kind: 'key', id: key.id, accountId: key.accountId, scopes: key.scopes }, site, paired: null };
}

async function authenticateToken(
  lookups: AuthenticationLookups,
  env: Environment,
  token: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<AuthenticationResult> {
  const claims = await env.tokenSigner.verify('access', token, now);
  if (!claims) throw new AppError('UNAUTHENTICATED');
  if (claims.kind === 'user') return authenticateUser(lookups, claims.subject, claims.session ?? '', siteHeader);
  const site = await lookups.site(claims.site);
  // Deleting an app invalidates its own tokens and those of its visitors and members.
  if (!site || (claims.app !== undefined && !(await env.app(claims.app)))) throw new AppError('UNAUTHENTICATED');
  if (claims.kind === 'visitor') {
    return { caller: { kind: 'visitor', id: claims.subject, appId: claims.app ?? '' }, site, paired: null };
  }
  if (claims.kind === 'app') return { caller: { kind: 'app', id: claims.subject }, site, paired: null };
  const sessionId = claims.session ?? '';
  if (!(await lookups.isSessionAlive(site.id, sessionId))) throw new AppError('UNAUTHENTICATED');
  return { caller: { kind: 'member', id: claims.subject, sessionId, appId: claims.app ?? null }, site, paired: null };
}

async function authenticateUser(
  lookups: AuthenticationLookups,
  userId: string,
  sessionId: string,
  siteId: string | undefined,
): Promise<AuthenticationResult> {
  const userWithoutSite: AuthenticationResult = {
    caller: { kind: 'user', id: userId, role: 'viewer' },
    site: null,
    paired: null,
  };
  if (!siteId) return userWithoutSite;
  const role = await lookups.role(userId, sessionId, siteId);
  if (!role) throw new AppError('UNAUTHENTICATED');
  const site = role === 'NO_ROLE' ? null : await lookups.site(siteId);
  if (role === 'NO_ROLE' || !site) throw new AppError('PERMISSION_DENIED');
  return { caller: { kind: 'user', id: userId, role }, site, paired: null };
}

const isJwt = (text: string): boolean => text.split('.').length === 3;
