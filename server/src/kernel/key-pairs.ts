/** A public key in the format of RFC 7517, for GET /oauth2/jwks. */
export interface PublicJwk {
  readonly kty: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly n: string;
  readonly e: string;
}

/** RS256 keys that sign what third parties verify: identity tokens and webhooks. */
export interface KeyPairs {
  /**
   * Returns the active keys, and replaced keys whose tokens may not have expired yet. The very first call creates a
   * key.
   */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /** Returns a JWT of these claims, with `iat` and `exp` added, signed by the newest key. */
  sign(claims: Readonly<Record<string, unknown>>, lifetimeSeconds: number, now: Date): Promise<string>;
}
