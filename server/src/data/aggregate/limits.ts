/** Limits of one aggregation: the limits of the contract (section 1.6), and bounds on the work of one request. */
export const aggregateLimits = {
  stages: 100,
  /** Maximum number of group ids, accumulators, projected fields, or operands of one expression. */
  parts: 1_000,
  /** Maximum number of distinct sort fields. */
  sortFields: 100,
  /** Maximum number of characters in a name, field path or text. */
  textLength: 1_000,
  expressionDepth: 32,
  /** Maximum number of expressions in a whole pipeline. */
  expressions: 2_000,
  /** Maximum value of `limit` and of `skip`. */
  rows: 1_000_000_000,
  /** Maximum number of rows that one unwindArray produces. */
  unwoundRows: 1_000_000,
  /** Maximum size in bytes of a text that `concat` produces. */
  textBytes: 1_000_000,
  /** Maximum size in bytes of one document between two stages. */
  documentBytes: 4_000_000,
  /** Maximum number of bytes that `push` collects in one call, in all groups together. */
  pushedBytes: 32_000_000,
  /** Maximum size in bytes of a page of results. */
  pageBytes: 32_000_000,
  /** Maximum number of values bound to one statement. PostgreSQL's protocol allows 65,535. */
  boundValues: 60_000,
} as const;

/** Number of grouping fields by whose values the groups are sorted. Further fields only break ties, compared as text. */
export const ORDERING_KEYS = 16;
