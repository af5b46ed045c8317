import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * What a signed token of ours says. Verified without the database; `aud` keeps an access token from being taken for a
 * refresh token or a state token, and the other way round.
 */
export interface TokenClaims {
  /** site id; `-` for the dashboard's tokens, which are of no one site */
  readonly site: string;
  readonly kind: 'visitor' | 'member' | 'user' | 'app';
  readonly subject: string;
  /** session (member, user) so that signing out can revoke */
  readonly session?: string;
  /** OAuth app that asked for it */
  readonly app?: string;
  /** anything a purpose needs beside (a redirect session keeps its request here) */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type TokenPurpose = 'access' | 'visitor-refresh' | 'redirect' | 'state' | 'cursor' | 'dashboard' | 'form-ticket';

export interface TokenSigner {
  sign(purpose: TokenPurpose, claims: TokenClaims, lifetimeSeconds: number, now: Date): Promise<string>;
  /** Null for anything that is not a valid, unexpired token of ours for this purpose. */
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

/** A signer whose keys can be exchanged while it works. */
export interface SwappableSigner extends TokenSigner {
  /** the first signs, all verify; what was verified by other keys is forgotten */
  use(keys: readonly SigningKey[]): void;
}

interface Key {
  /** the first part of every token of this key, letter by letter */
  readonly header: string;
  readonly secret: KeyObject;
}

/** No token lives longer, so that a key that was replaced need not verify for longer than this. */
export const LONGEST_LIFETIME_SECONDS = 365 * 86_400;

/** verified tokens that are remembered; forgotten all at once when there are more */
const MOST_VERIFIED = 10_000;
/** no token of ours is longer; a longer one is not worth the hash */
const LONGEST = 16_384;

/**
 * HS256 tokens (RFC 7515, 7519): the first key signs, every key verifies, so that keys can be rotated with overlap.
 * A token's header must be, letter by letter, the one that we write for one of our keys: it can name neither `none`
 * nor another algorithm nor a key of its own (RFC 8725, sections 2.1 and 3.1). Signed here and not by a library,
 * because WebCrypto's hand-over to a thread costs thirty times the HMAC; the tests hold it against jose.
 * @param lookAgain called for a token of a key that is not known here; may call `use`
 */
export function createTokenSigner(
  keys: readonly SigningKey[],
  lookAgain: () => Promise<void> = async () => undefined,
): SwappableSigner {
  let current: Key;
  let byHeader = new Map<string, Key>();
  const verified = new LRUCache<string, VerifiedToken>({ max: MOST_VERIFIED });
  const use = (keys: readonly SigningKey[]): void => {
    const made = keys.map(({ id, secret }) => ({ header: headerOf(id), secret: createSecretKey(secret) }));
    if (!made[0]) throw new Error('There is no signing key');
    current = made[0];
    byHeader = new Map(made.map((key) => [key.header, key]));
    verified.clear();
  };
  use(keys);

  return {
    use,
    async sign(purpose, claims, lifetimeSeconds, now) {
      if (lifetimeSeconds > LONGEST_LIFETIME_SECONDS) throw new Error('No token may live that long');
      const seconds = Math.floor(now.getTime() / 1_000);
      // Ours stand last: extra claims cannot talk over them.
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
      // A client sends one token with every call; the whole token is the key, its signature included.
      const name = `${purpose} ${token}`;
      const known = verified.get(name);
      if (known) return known.expiresAt > now ? known : null;
      if (token.length > LONGEST) return null;
      const header = token.slice(0, token.indexOf('.'));
      if (!byHeader.has(header) && namesKey(header)) await lookAgain();
      const key = byHeader.get(header);
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
  // In constant time, and by its text: of the ways to write one signature only the plain one passes.
  const [given, right] = [Buffer.from(token.slice(end + 1)), Buffer.from(signatureOf(key, text))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { site, kind, sid, app, sub, iat, exp, aud, ...extra } = JSON.parse(
    Buffer.from(text.slice(key.header.length + 1), 'base64url').toString(),
  );
  const whole = [sub, site, kind].every((claim) => typeof claim === 'string') && [iat, exp].every(Number.isFinite);
  if (!whole || aud !== purpose || exp * 1_000 <= now.getTime()) return null;
  const times = { issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
  return { site, kind, subject: sub, session: sid, app, extra, ...times };
}

const signatureOf = ({ secret }: Key, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

const headerOf = (id: string): string => Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url');

/** Whether it is a header as we write them, of whatever key. */
function namesKey(header: string): boolean {
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    return typeof kid === 'string' && headerOf(kid) === header;
  } catch {
    return false;
  }
}
