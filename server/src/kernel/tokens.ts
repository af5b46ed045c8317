import { jwtVerify, SignJWT } from 'jose';

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

export type TokenPurpose = 'access' | 'visitor-refresh' | 'redirect' | 'state' | 'cursor' | 'dashboard';

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

/** verified tokens that are remembered; forgotten all at once when there are more */
const MOST_VERIFIED = 10_000;

/**
 * HS256 tokens (RFC 7515, 7519): the first key signs, every key verifies, so that keys can be rotated with overlap.
 * The algorithm is pinned and the key chosen from our own table: a token can name neither `none` nor a key of its own.
 */
export function createTokenSigner(keys: readonly SigningKey[]): TokenSigner {
  const current = keys[0];
  if (!current) throw new Error('There is no signing key');
  const byId = new Map(keys.map((key) => [key.id, key.secret]));
  const verified = new Map<string, VerifiedToken>();

  return {
    sign(purpose, claims, lifetimeSeconds, now) {
      const seconds = Math.floor(now.getTime() / 1000);
      return new SignJWT({
        ...claims.extra,
        site: claims.site,
        kind: claims.kind,
        sid: claims.session,
        app: claims.app,
      })
        .setProtectedHeader({ alg: 'HS256', kid: current.id })
        .setSubject(claims.subject)
        .setAudience(purpose)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .sign(current.secret);
    },
    async verify(purpose, token, now) {
      // A client sends one token with every call; the whole token is the key, its signature included.
      const name = `${purpose} ${token}`;
      const known = verified.get(name);
      if (known) return known.expiresAt > now ? known : null;
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const secret = byId.get(header.kid ?? '');
            if (!secret) throw new Error('unknown key id');
            return secret;
          },
          { algorithms: ['HS256'], audience: purpose, currentDate: now, requiredClaims: ['sub', 'exp', 'iat'] },
        );
        const { site, kind, sid, app, sub, iat, exp, aud: _aud, ...extra } = payload;
        const claims = {
          site: site as string,
          kind: kind as TokenClaims['kind'],
          subject: sub as string,
          session: sid as string | undefined,
          app: app as string | undefined,
          extra,
          issuedAt: new Date((iat as number) * 1000),
          expiresAt: new Date((exp as number) * 1000),
        };
        if (verified.size >= MOST_VERIFIED) verified.clear();
        verified.set(name, claims);
        return claims;
      } catch {
        return null;
      }
    },
  };
}
