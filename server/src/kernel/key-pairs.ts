/** A public key as RFC 7517 writes it, for GET /oauth2/jwks. */
export interface PublicJwk {
  readonly kty: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly n: string;
  readonly e: string;
}

/** RS256 keys: for what third parties verify without being able to sign it, identity tokens and webhooks. */
export interface KeyPairs {
  /** the keys in use and those whose tokens may be unexpired; the first call of all makes one */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /** a JWT of these claims with `iat` and `exp`, signed by the newest key */
  sign(claims: Readonly<Record<string, unknown>>, lifetimeSeconds: number, now: Date): Promise<string>;
}
