import { createConnectionShares } from '../../db/connection-shares.ts';

/** Limits how many of the ten connections for single items and writes one table and one site may use. */
export const shareOfPool = createConnectionShares({ perTable: 3, perSite: 6 });

/**
 * Limits how many of the eight connections for slow reads one table and one site may use. With fewer than six, the event
 * loop wakes up more often per read, which costs CPU.
 */
export const shareOfSlowPool = createConnectionShares({ perTable: 6, perSite: 7 });
