/** Limits of one aggregation: those of the contract (section 1.6), and bounds on the work that it may cause. */
export const aggregateLimits = {
  stages: 100,
  /** Group ids, accumulators, projected fields, or operands of one expression. */
  parts: 1_000,
  /** Distinct sort fields. */
  sortFields: 100,
  /** Characters of a name, field path or text. */
  textLength: 1_000,
  expressionDepth: 32,
  /** Expressions of an entire pipeline. */
  expressions: 2_000,
  /** Maximum of `limit` and `skip`. */
  rows: 1_000_000_000,
  /** Rows that one unwindArray produces. */
  unwoundRows: 1_000_000,
  /** Bytes of a text that `concat` produces. */
  textBytes: 1_000_000,
  /** Bytes of one document between two stages. */
  documentBytes: 4_000_000,
  /** Bytes that `push` collects in one call, in all groups together. */
  pushedBytes: 32_000_000,
  /** Bytes of a page of results. */
  pageBytes: 32_000_000,
  /** Values bound to one statement. The protocol allows 65,535. */
  boundValues: 60_000,
} as const;

/** Number of group ids that order the groups by value. Further ids only break ties, as text. */
export const ORDERING_KEYS = 16;
