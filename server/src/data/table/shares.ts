import { createConnectionShares } from '../../db/connection-shares.ts';

/**
 * Of the ten connections for single items and writes, these are the most that one table or one site may use at a time.
 */
export const withPoolShare = createConnectionShares({ perTable: 3, perSite: 6 });

/**
 * Of the eight connections for slow reads, these are the most that one table or one site may use at a time. With fewer
 * than six, the event loop wakes up more often per read, which costs CPU.
 */
export const withSlowPoolShare = createConnectionShares({ perTable: 6, perSite: 7 });
