/** One value that the server rejected, with its path in the input. */
export interface Violation {
  readonly field: string;
  readonly description: string;
  readonly violatedRule?: string;
  readonly ruleName?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Any response of the server other than 200 (specification section 8). */
export class PorticoError extends Error {
  override readonly name = 'PorticoError';
  readonly status: number;
  /** The application code, `INVALID_ARGUMENT` if there are violations, or the status as text. */
  readonly code: string;
  readonly violations: readonly Violation[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Identifies the request in the server's log. */
  readonly requestId: string | null;

  private constructor(
    message: string,
    fields: Pick<PorticoError, 'status' | 'code' | 'violations' | 'data' | 'requestId'>,
  ) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.violations = fields.violations;
    this.data = fields.data;
    this.requestId = fields.requestId;
  }

  static async of(response: Response): Promise<PorticoError> {
    const body = (await response.json().catch(() => ({}))) as ErrorBody;
    const application = body.details?.applicationError;
    const violations = body.details?.validationError?.fieldViolations ?? [];
    return new PorticoError(application?.description ?? body.message ?? body.error_description ?? response.statusText, {
      status: response.status,
      code: application?.code ?? (violations.length > 0 ? 'INVALID_ARGUMENT' : (body.error ?? String(response.status))),
      violations,
      data: application?.data ?? {},
      requestId: response.headers.get('x-wix-request-id'),
    });
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
