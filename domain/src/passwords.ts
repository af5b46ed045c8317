/** Length is the only rule of composition (NIST SP 800-63B, section 5.1.1.2), in characters. */
export const MIN_PASSWORD_LENGTH = 8;

/** beyond any passphrase; keeps a flood of megabyte passwords away from the hash */
export const MAX_PASSWORD_LENGTH = 1_000;
