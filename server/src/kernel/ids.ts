import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** Returns a GUID (RFC 9562, version 4), the form of id that the vendor's clients and typings expect. */
export const newId = (): string => randomUUID();

/**
 * Returns a GUID that begins with a time (RFC 9562, version 7). Rows created together lie together in an index of such
 * ids, whereas version 4 ids touch a page each. The id reveals its creation time, so do not use it for secrets. It
 * contains no counter across calls, so an id reveals nothing about other ids (side channel).
 * @param place 0 to 4095: orders ids of the same time
 */
export const timedId = (time: Date, place = 0): string => {
  const milliseconds = time.getTime();
  if (milliseconds !== printed.milliseconds) {
    const text = milliseconds.toString(16).padStart(12, '0');
    printed = { milliseconds, text: `${text.slice(0, 8)}-${text.slice(8)}-` };
  }
  const versionAndPlace = (0x7000 + place).toString(16);
  // The variant and 62 random bits are at the same position as in version 4.
  return `${printed.text}${versionAndPlace}${randomUUID().slice(18)}`;
};

/** The most recent time, cached because a bulk call creates a thousand ids with the same one. */
let printed = { milliseconds: Number.NaN, text: '' };

/** Returns 256 random bits for an opaque secret, URL-safe, without the comma that would break the `token,key` pair. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Returns an opaque secret that carries its site, so that a lookup names the shard: `<shortId>.<random>`. */
export const siteSecret = (shortId: string): string => `${shortId}.${randomSecret()}`;

/**
 * Returns the SHA-256 of a secret of full entropy, as stored, so that a leaked database holds no usable secret.
 * (Passwords use argon2id instead, because they can be guessed.)
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time, so that the duration does not reveal how much of a guess is right. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b));
}

/** The nil GUID (RFC 9562, section 5.9), for columns that belong to no one but must not be null. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the textual form of a GUID of any version. Keeps malformed ids away from uuid columns. */
export const isGuid = (text: string): boolean => GUID.test(text);
