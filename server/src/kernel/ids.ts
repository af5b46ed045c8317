import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

/** Returns a GUID (RFC 9562, version 4), the form of id that the vendor's clients and typings expect. */
export const newId = (): string => randomUUID();

/**
 * Returns a GUID that begins with a timestamp (RFC 9562, version 7). Rows that are created together are adjacent in an
 * index of such ids, whereas version 4 ids are scattered over the whole index. The id reveals its creation time, so do
 * not use it for secrets. Calls share no counter, so an id reveals nothing about other ids.
 * @param sequence 0 to 4095: orders ids with the same timestamp
 */
export const newTimedId = (time: Date, sequence = 0): string => {
  const milliseconds = time.getTime();
  if (milliseconds !== lastPrefix.milliseconds) {
    const text = milliseconds.toString(16).padStart(12, '0');
    lastPrefix = { milliseconds, text: `${text.slice(0, 8)}-${text.slice(8)}-` };
  }
  const versionAndSequence = (0x7000 + sequence).toString(16);
  // The rest, the variant and 62 random bits, has the same position as in a version 4 id, so it is taken from one.
  return `${lastPrefix.text}${versionAndSequence}${randomUUID().slice(18)}`;
};

/** The most recent time and its encoding, cached because a bulk call creates a thousand ids with the same time. */
let lastPrefix = { milliseconds: Number.NaN, text: '' };

/**
 * Returns 256 random bits for an opaque secret. They are URL-safe and contain no comma, which separates the parts of a
 * `token,key` pair.
 */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Returns an opaque secret that contains the site's short id, so that a lookup knows the site: `<shortId>.<random>`.
 */
export const newSiteSecret = (shortId: string): string => `${shortId}.${newSecret()}`;

/**
 * Returns the SHA-256 of a secret of full entropy. Only the hash is stored, so that a leaked database contains no
 * usable secret. (Passwords use argon2id instead, because they can be guessed.)
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time, so that the duration does not reveal how much of a guess is right. */
export function areSecretsEqual(a: string, b: string): boolean {
  return timingSafeEqual(hashSecret(a), hashSecret(b));
}

/**
 * The nil GUID (RFC 9562, section 5.9). It is the id of no row, and fills columns that must not be null in rows that
 * belong to no one.
 */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the textual form of a GUID of any version. Check ids with it before comparing them with uuid columns. */
export const isGuid = (text: string): boolean => GUID.test(text);
