import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** A GUID (RFC 9562, version 4): the vendor's clients and typings expect this form of id. */
export const newId = (): string => randomUUID();

/**
 * A GUID that begins with a time (RFC 9562, version 7): rows that are made together lie together in an index of such ids,
 * where those of version 4 touch a page each. It tells when it was made, so it is not for secrets. Nothing is counted
 * between calls: an id tells nothing of others (side channel).
 * @param place 0 to 4095: ids of one time are in this order
 */
export const timedId = (time: Date, place = 0): string => {
  const milliseconds = time.getTime();
  if (milliseconds !== printed.milliseconds) {
    const text = milliseconds.toString(16).padStart(12, '0');
    printed = { milliseconds, text: `${text.slice(0, 8)}-${text.slice(8)}-` };
  }
  const versionAndPlace = (0x7000 + place).toString(16);
  // Variant and 62 random bits are where version 4 has them.
  return `${printed.text}${versionAndPlace}${randomUUID().slice(18)}`;
};

/** The time last asked for: a bulk call makes a thousand ids of one. */
let printed = { milliseconds: Number.NaN, text: '' };

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
