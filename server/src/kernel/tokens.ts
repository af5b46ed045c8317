import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { createBoundedCache } from './bounded-cache.ts';
import { nameCache } from './diagnostics.ts';

/**
 * The claims of a token. They are verified without the database. The `aud` claim, added when the token is signed,
 * prevents a token from being used for another purpose, for example an access token as a refresh token.
 */
export interface TokenClaims {
  /** Site id; `-` for the dashboard's tokens, which belong to no single site. */
  readonly site: string;
  readonly kind: 'visitor' | 'member' | 'user' | 'app';
  readonly subject: string;
  /** Id of the session (member or user), so that signing out can revoke it. */
  readonly session?: string;
  /** OAuth app that requested the token. */
  readonly app?: string;
  /** Additional data that the purpose requires. For example, a redirect stores its request here. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type TokenPurpose = 'access' | 'visitor-refresh' | 'redirect' | 'state' | 'cursor' | 'dashboard' | 'form-ticket';

export interface TokenSigner {
  sign(purpose: TokenPurpose, claims: TokenClaims, lifetimeSeconds: number, now: Date): Promise<string>;
  /**
   * Returns the claims; null unless the token is valid, unexpired, and issued by this installation for this purpose.
   */
  verify(purpose: TokenPurpose, token: string, now: Date): Promise<VerifiedToken | null>;
}

export interface VerifiedToken extends TokenClaims {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export interface SigningKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** A signer whose keys can be replaced at run time. */
export interface SwappableSigner extends TokenSigner {
  /** Replaces the keys: the first one signs, all verify. Discards cached tokens that other keys verified. */
  use(keys: readonly SigningKey[]): void;
}

interface Key {
  /** Header of every token of this key, exactly as it is encoded. */
  readonly header: string;
  readonly secret: KeyObject;
}

/** Maximum lifetime of a token. A replaced key need not verify for longer than this. */
export const MAX_LIFETIME_SECONDS = 365 * 86_400;

/** Maximum number of cached verified tokens; the cache is cleared when it is full. */
const MAX_CACHED_TOKENS = 10_000;
/** Maximum length of a token in characters; a longer one is rejected without hashing. */
const MAX_TOKEN_LENGTH = 16_384;

/**
 * Creates an HS256 signer (RFC 7515, 7519). The first key signs and every key verifies, so that a new key can replace
 * an old one while tokens of both are valid. A token's header must equal exactly the header of one of our keys. It can
 * therefore name neither `none` nor another algorithm nor a foreign key (RFC 8725, sections 2.1 and 3.1). No library is
 * used, because the thread switch of WebCrypto costs thirty times the HMAC; property tests compare this code with jose.
 * @param reloadKeys called for a token with an unknown key id; may call `use`
 */
export function createTokenSigner(
  keys: readonly SigningKey[],
  reloadKeys: () => Promise<void> = async () => undefined,
): SwappableSigner {
  let current: Key;
  let keyByHeader = new Map<string, Key>();
  const verified = nameCache('tokens', createBoundedCache<VerifiedToken>(MAX_CACHED_TOKENS));
  const use = (keys: readonly SigningKey[]): void => {
    const created = keys.map(({ id, secret }) => ({ header: headerOf(id), secret: createSecretKey(secret) }));
    if (!created[0]) throw new Error('The signer needs at least one key');
    current = created[0];
    keyByHeader = new Map(created.map((key) => [key.header, key]));
    verified.clear();
  };
  use(keys);

  return {
    use,
    async sign(purpose, claims, lifetimeSeconds, now) {
      if (lifetimeSeconds > MAX_LIFETIME_SECONDS)
        throw new Error('The lifetime of a token must not exceed MAX_LIFETIME_SECONDS');
      const seconds = Math.floor(now.getTime() / 1_000);
      // Our claims come last, so that extra claims cannot override them.
      const payload = {
        ...claims.extra,
        site: claims.site,
        kind: claims.kind,
        sid: claims.session,
        app: claims.app,
        sub: claims.subject,
        aud: purpose,
        iat: seconds,
        exp: seconds + lifetimeSeconds,
      };
      const text = `${current.header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      return `${text}.${signatureOf(current, text)}`;
    },
    async verify(purpose, token, now) {
      // Verified tokens are cached, because a client sends the same one with every call. The cache key contains the
      // full token, signature included, so a token with a forged signature is not found.
      const name = `${purpose} ${token}`;
      const cached = verified.get(name);
      if (cached) return cached.expiresAt > now ? cached : null;
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const header = token.slice(0, token.indexOf('.'));
      if (!keyByHeader.has(header) && isTokenHeader(header)) await reloadKeys();
      const key = keyByHeader.get(header);
      const claims = key ? read(key, token, purpose, now) : null;
      if (!claims) return null;
      verified.set(name, claims);
      return claims;
    },
  };
}

function read(key: Key, token: string, purpose: TokenPurpose, now: Date): VerifiedToken | null {
  const end = token.lastIndexOf('.');
  const text = token.slice(0, end);
  // Compares the text in constant time; only the canonical encoding of a signature is accepted.
  const [received, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(signatureOf(key, text))];
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  const { site, kind, sid, app, sub, iat, exp, aud, ...extra } = JSON.parse(
    Buffer.from(text.slice(key.header.length + 1), 'base64url').toString(),
  );
  const isComplete = [sub, site, kind].every((claim) => typeof claim === 'string') && [iat, exp].every(Number.isFinite);
  if (!isComplete || aud !== purpose || exp * 1_000 <= now.getTime()) return null;
  const times = { issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
  return { site, kind, subject: sub, session: sid, app, extra, ...times };
}

const signatureOf = ({ secret }: Key, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const headerOf = (id: string): string => Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url');

/** True for a header in our format, with any key id. */
function isTokenHeader(header: string): boolean {
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    return typeof kid === 'string' && headerOf(kid) === header;
  } catch {
    return false;
  }
}
