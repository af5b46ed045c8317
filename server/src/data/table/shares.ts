import { createConnectionShares } from '../../db/connection-shares.ts';

/** Shares of the ten connections for single items and writes. */
export const shareOfPool = createConnectionShares({ ofTable: 3, ofSite: 6 });

/** Shares of the six connections for what looks at many rows. */
export const shareOfSlowPool = createConnectionShares({ ofTable: 4, ofSite: 5 });
