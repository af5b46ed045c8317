/**
 * Numbers of the advisory locks that the processes on one database share. They are in one file so that no two purposes
 * have the same number: a process that holds the wrong lock would make the others wait.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations run. */
  migration: 4_017_220_501,
  /** Held while the first site and the installation's secrets are created. */
  preparation: 4_017_220_502,
  /** Held while signing keys are created or rotated. */
  signingKeys: 4_017_220_503,
  /** Held by the process that runs the backups. */
  backup: 4_017_220_504,
} as const;
