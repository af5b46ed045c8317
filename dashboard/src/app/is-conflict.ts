import { PorticoError } from '@portico/sdk/admin';

/** True if someone else saved first: the revision of the request is no longer the newest. */
export const isConflict = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === 'REVISION_MISMATCH';
