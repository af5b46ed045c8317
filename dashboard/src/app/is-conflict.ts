import { PorticoError } from '@portico/sdk/admin';

/** Whether somebody else was quicker: the revision sent along is no longer the newest. */
export const isConflict = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === 'REVISION_MISMATCH';
