/** Length is the only composition rule (NIST SP 800-63B, section 5.1.1.2). Both bounds count characters. */
export const MIN_PASSWORD_LENGTH = 8;

/** Longer than any passphrase. The bound prevents a denial of service by hashing megabytes. */
export const MAX_PASSWORD_LENGTH = 1_000;
