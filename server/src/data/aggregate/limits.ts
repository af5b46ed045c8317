/** Bounds of one aggregation: the contract's (section 1.6), and those of the work that it may cause. */
export const aggregateLimits = {
  stages: 100,
  /** group ids, accumulators, projected fields, operands of one expression */
  parts: 1_000,
  /** sort fields that differ */
  sortFields: 100,
  /** characters of a name, field path or text */
  textLength: 1_000,
  expressionDepth: 32,
  /** expressions of a whole pipeline */
  expressions: 2_000,
  /** `limit` and `skip` */
  rows: 1_000_000_000,
  /** rows that one unwindArray makes */
  unwoundRows: 1_000_000,
  /** bytes of a text that `concat` makes */
  textBytes: 1_000_000,
  /** bytes of one document between two stages */
  documentBytes: 4_000_000,
  /** bytes that `push` gathers in one call, in all groups together */
  pushedBytes: 32_000_000,
  /** bytes of a page of results */
  pageBytes: 32_000_000,
  /** values bound to one statement, of the 65,535 that the protocol has room for */
  boundValues: 60_000,
} as const;

/** Group ids by whose values groups are ordered; any beyond only break ties, as text. */
export const ORDERING_KEYS = 16;
