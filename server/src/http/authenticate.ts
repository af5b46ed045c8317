import { AppError } from '../kernel/app-error.ts';
import type { Caller, SiteRole } from '../kernel/caller.ts';
import type { Environment, Site } from '../kernel/ctx.ts';

/** The lookups that authentication needs from the slices. app.ts provides them, because http must not import slices. */
export interface Doors {
  /** the site by id, from the cache */
  site(id: string): Promise<Site | null>;
  /** an active API key by its secret */
  key(
    secret: string,
    now: Date,
  ): Promise<{ id: string; siteId: string; accountId: string; scopes: readonly string[] } | null>;
  /** the role of a dashboard user on a site; null once the session has ended */
  role(userId: string, sessionId: string, siteId: string): Promise<SiteRole | 'NO_ROLE' | null>;
  /** false if the member's session has ended or the member is blocked */
  sessionAlive(siteId: string, sessionId: string): boolean;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly site: Site | null;
  /** the visitor or member whose token accompanies a key (`<token>,<key>`) */
  readonly paired: Caller | null;
}

const NOBODY: Authenticated = { caller: { kind: 'nobody' }, site: null, paired: null };

/**
 * Determines the caller from the Authorization header: a bare token, `Bearer token`, an API key, or `token,key` (identity
 * contract section 0). A malformed, expired or foreign credential is 401, never treated as an unauthenticated call.
 * @throws AppError UNAUTHENTICATED, or PERMISSION_DENIED for a key used with another site's id
 */
export async function authenticate(
  doors: Doors,
  env: Environment,
  header: string | undefined,
  siteHeader: string | undefined,
  now: Date,
): Promise<Authenticated> {
  const text = (header ?? '').replace(/^Bearer\s+/i, '').trim();
  if (text === '' || text === ',') return NOBODY;
  const comma = text.indexOf(',');
  if (comma !== -1) return authenticatePair(doors, env, text.slice(0, comma), text.slice(comma + 1), siteHeader, now);
  return isJwt(text)
    ? authenticateToken(doors, env, text, siteHeader, now)
    : authenticateKey(doors, text, siteHeader, now);
}

async function authenticatePair(
  doors: Doors,
  env: Environment,
  token: string,
  key: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<Authenticated> {
  const withKey = await authenticateKey(doors, key.trim(), siteHeader, now);
  if (token.trim() === '') return withKey;
  const withToken = await authenticateToken(doors, env, token.trim(), siteHeader, now);
  // A token of one site must not be combined with a key of another.
  if (withToken.site?.id !== withKey.site?.id) throw new AppError('UNAUTHENTICATED');
  return { ...withKey, paired: withToken.caller };
}

async function authenticateKey(
  doors: Doors,
  secret: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<Authenticated> {
  const key = await doors.key(secret, now);
  if (!key) throw new AppError('UNAUTHENTICATED');
  if (siteHeader && siteHeader !== key.siteId) throw new AppError('PERMISSION_DENIED');
  const site = await doors.site(key.siteId);
  if (!site) throw new AppError('UNAUTHENTICATED');
  return { caller: { kind: 'key', id: key.id, accountId: key.accountId, scopes: key.scopes }, site, paired: null };
}

async function authenticateToken(
  doors: Doors,
  env: Environment,
  token: string,
  siteHeader: string | undefined,
  now: Date,
): Promise<Authenticated> {
  const claims = await env.tokens.verify('access', token, now);
  if (!claims) throw new AppError('UNAUTHENTICATED');
  if (claims.kind === 'user') return authenticateUser(doors, claims.subject, claims.session ?? '', siteHeader);
  const site = await doors.site(claims.site);
  // Deleting an app ends its tokens: those of visitors and members, and its own.
  if (!site || (claims.app !== undefined && !(await env.app(claims.app)))) throw new AppError('UNAUTHENTICATED');
  if (claims.kind === 'visitor') {
    return { caller: { kind: 'visitor', id: claims.subject, appId: claims.app ?? '' }, site, paired: null };
  }
  if (claims.kind === 'app') return { caller: { kind: 'app', id: claims.subject }, site, paired: null };
  const sessionId = claims.session ?? '';
  if (!doors.sessionAlive(site.id, sessionId)) throw new AppError('UNAUTHENTICATED');
  return { caller: { kind: 'member', id: claims.subject, sessionId, appId: claims.app ?? null }, site, paired: null };
}

async function authenticateUser(
  doors: Doors,
  userId: string,
  sessionId: string,
  siteId: string | undefined,
): Promise<Authenticated> {
  const nobodyHere: Authenticated = { caller: { kind: 'user', id: userId, role: 'viewer' }, site: null, paired: null };
  if (!siteId) return nobodyHere;
  const role = await doors.role(userId, sessionId, siteId);
  if (!role) throw new AppError('UNAUTHENTICATED');
  const site = role === 'NO_ROLE' ? null : await doors.site(siteId);
  if (role === 'NO_ROLE' || !site) throw new AppError('PERMISSION_DENIED');
  return { caller: { kind: 'user', id: userId, role }, site, paired: null };
}

const isJwt = (text: string): boolean => text.split('.').length === 3;
