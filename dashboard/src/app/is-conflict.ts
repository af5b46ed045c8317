import { PorticoError } from '@portico/sdk/admin';

/** Returns true if the save was rejected because someone else saved first and thereby changed the revision. */
export const isConflict = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === 'REVISION_MISMATCH';
