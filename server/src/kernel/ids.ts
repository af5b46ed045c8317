import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** A GUID (RFC 9562, version 4): the vendor's clients and typings expect this form of id. */
export const newId = (): string => randomUUID();

/** 256 bits of randomness for an opaque secret, URL-safe, without the comma that would break the `token,key` pair. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** An opaque secret that carries its site, so that a lookup names the shard: `<shortId>.<random>`. */
export const siteSecret = (shortId: string): string => `${shortId}.${randomSecret()}`;

/**
 * SHA-256 of a secret of full entropy, as stored. (Passwords go through argon2id instead: they can be guessed.)
 * A leaked database then holds nothing that opens a door.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time, so that the time taken tells nothing about how much of a guess is right. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b));
}

/** The nil GUID (RFC 9562, section 5.9): nobody's, where a column takes no null. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the textual form of a GUID, any version. Keeps malformed ids away from uuid columns. */
export const isGuid = (text: string): boolean => GUID.test(text);
