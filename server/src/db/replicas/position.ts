/** A position in PostgreSQL's write-ahead log (WAL). */
export interface Position {
  /** Rises by one with each promotion of a standby. */
  readonly timeline: number;
  /** Log sequence number in bytes. */
  readonly lsn: bigint;
}

/** Parses PostgreSQL's text of an LSN, such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [high, low] = text.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * Returns true if a server that has replayed the WAL up to `replayed` has everything that was committed before
 * `required`. A server on an earlier timeline may have followed a former primary, so its LSNs mean other commits.
 */
export const hasReached = (replayed: Position, required: Position): boolean =>
  replayed.timeline >= required.timeline && replayed.lsn >= required.lsn;
