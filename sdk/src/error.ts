import type { WebResponse } from './web-types.ts';

/** One value that the server rejected, with its path in the input. */
export interface Violation {
  readonly field: string;
  readonly description: string;
  readonly violatedRule?: string;
  readonly ruleName?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface ErrorFields {
  readonly code: string;
  readonly status?: number;
  readonly violations?: readonly Violation[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The code of a call that got no response. */
export const NETWORK_ERROR = 'NETWORK_ERROR';

/** Every error of this package: an error response, a network failure, or an argument that the client rejects. */
export class PorticoError extends Error {
  override readonly name = 'PorticoError';
  /** HTTP status; 0 without a response: the client rejected the call, or the network failed. */
  declare readonly status: number;
  /**
   * `INVALID_ARGUMENT` if there are violations, otherwise the code in the response, such as `WDE0073`. If the response
   * contains no code: its status text for 4xx, else `SYSTEM_ERROR`. Without a response: `NETWORK_ERROR`, or another code
   * of the client, such as `POPUP_CLOSED`.
   */
  declare readonly code: string;
  /** Sorted by field. */
  declare readonly violations: readonly Violation[];
  declare readonly data: Readonly<Record<string, unknown>>;
  /** Identifies the request in the server's log. */
  declare readonly requestId: string | null;
  /** Seconds to wait before the next attempt, if the server sent them. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(message: string, fields: ErrorFields) {
    super(message, fields);
    const defaults = { status: 0, violations: [], data: {}, requestId: null, retryAfterSeconds: undefined };
    Object.assign(this, defaults, fields);
  }

  /** Reads the error of a response (specification section 8, "Client error normalisation"). */
  static async of(response: WebResponse): Promise<PorticoError> {
    const { status, statusText, headers } = response;
    const body = ((await response.json().catch(() => null)) ?? {}) as ErrorBody;
    const { applicationError, validationError } = body.details ?? {};
    const { data = {} } = applicationError ?? {};
    const requestId = headers.get('x-wix-request-id');
    // Browsers hide the header Retry-After from other origins, so the server repeats it in the body.
    const retryAfterSeconds = Number(data.retryAfterSeconds ?? headers.get('retry-after')) || undefined;
    const violations = [...(validationError?.fieldViolations ?? [])].sort((a, b) => (a.field < b.field ? -1 : 1));
    const errorOf = (code: string, message: string) =>
      new PorticoError(message, { status, code, violations, data, requestId, retryAfterSeconds });
    if (violations.length > 0) {
      const list = violations.map(({ field, description }) => `"${field}" ${description}`).join(', ');
      return errorOf('INVALID_ARGUMENT', `INVALID_ARGUMENT: ${list}`);
    }
    if (applicationError) {
      const { code, description } = applicationError;
      return errorOf(code, joined(body.message, description));
    }
    if (body.error) return errorOf(body.error, body.error_description ?? body.error);
    if (status >= 400 && status < 500) {
      const message = body.message ?? `The server responded with status ${status} ${statusText}`;
      return errorOf(statusText || String(status), message);
    }
    const details = requestId ? `, request-id: ${requestId}` : `: ${JSON.stringify({ status, ...body })}`;
    return errorOf('SYSTEM_ERROR', `System error occurred${details}`);
  }
}

interface ErrorBody {
  message?: string;
  error?: string;
  error_description?: string;
  details?: {
    applicationError?: { code: string; description: string; data?: Record<string, unknown> };
    validationError?: { fieldViolations: Violation[] };
  };
}

/** Joins message and description, unless they are the same, as in Portico's own responses. */
const joined = (message: string | undefined, description: string): string =>
  !message || message === description ? description : `${message}: ${description}`;

/** @throws PorticoError for an argument that the client rejects without a request (specification section 5) */
export function rejectArgument(code: string, message: string): never {
  throw new PorticoError(`${code}: ${message}`, { code });
}

/** Returns the error of an aborted call: the reason of `signal`, or an AbortError where signals have no reason. */
export const abortError = (signal: AbortSignal): unknown =>
  signal.reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' });
