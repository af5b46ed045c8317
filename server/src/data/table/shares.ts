import { createConnectionShares } from '../../db/connection-shares.ts';

/** Limits how many of the ten connections for single items and writes one table or one site uses at once. */
export const withPoolShare = createConnectionShares({ perTable: 3, perSite: 6 });

/**
 * Limits how many of the eight connections for slow reads one table or one site uses at once. With fewer than six per
 * table, the event loop wakes up more often per read, which costs CPU.
 */
export const withSlowPoolShare = createConnectionShares({ perTable: 6, perSite: 7 });
