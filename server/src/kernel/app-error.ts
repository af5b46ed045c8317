import { describeError, type ErrorCode, errorTable } from '@portico/domain';

/** Seconds after which clients should repeat a call that failed because of the state of the server. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { DATABASE_UNAVAILABLE: 2, SERVER_BUSY: 2 };

/**
 * An error response. It has a stable code (which determines the HTTP status), a public sentence filled from `data`,
 * and a private `cause` that only the log records.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, values: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS[code];
    const data = retryAfterSeconds === undefined ? values : { retryAfterSeconds, ...values };
    super(describeError(code, data), cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorTable[code].status;
    this.data = data;
  }
}

/** One violation in the input, with its path. */
export interface FieldViolation {
  /** Dotted path of the value in the request. */
  field: string;
  description: string;
  violatedRule: string;
  ruleName?: string;
  /** Always present on the wire, because the vendor's register call dereferences it. */
  data?: Readonly<Record<string, unknown>>;
}

/** A 400 that names every violation, in the wire's `validationError` shape. */
export class ViolationError extends Error {
  readonly status = 400;
  readonly violations: readonly FieldViolation[];

  constructor(violations: readonly FieldViolation[]) {
    super(violations.map((v) => `${v.field}: ${v.description}`).join('; '));
    this.name = 'ViolationError';
    this.violations = violations;
  }
}
