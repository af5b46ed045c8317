import type { Endpoint } from '@portico/contract/endpoint';
import { type ErrorCode, transportCodes } from '@portico/domain';
import { isDiskFull, isTimeout, isTooDeep, isUnavailable, isUnstorableText } from '../db/errors.ts';
import { AppError, ViolationError } from '../kernel/app-error.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly body: unknown;
  /** The internal cause, for the log; undefined for expected rejections. */
  readonly cause?: unknown;
  readonly code: string;
  /** When the client should repeat the call; sent as `Retry-After`, because the body of an OAuth error has no data. */
  readonly retryAfterSeconds?: number;
}

/**
 * Converts any thrown value to the error that the caller may see. An unknown error becomes INTERNAL; its text appears
 * only in the log.
 */
export function toAppError(error: unknown, endpoint?: Endpoint): AppError | ViolationError {
  if (error instanceof AppError || error instanceof ViolationError) return error;
  if (isUnavailable(error)) return new AppError('DATABASE_UNAVAILABLE', {}, error);
  if (isTimeout(error)) return new AppError(endpoint?.slice === 'data' ? 'WDE0028' : 'TIMED_OUT', {}, error);
  if (isDiskFull(error)) return new AppError('STORAGE_FULL', {}, error);
  if (isUnstorableText(error)) {
    return new AppError('BAD_REQUEST', { reason: 'a text contains a character that cannot be stored' }, error);
  }
  // Small bodies are not checked while they arrive (body-guard.ts), so a deeply nested one fails only here.
  if (isTooDeep(error)) return new AppError('BAD_REQUEST', { reason: 'the body is nested too deeply' }, error);
  const code = fastifyCodeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError(endpoint?.slice === 'data' ? 'WDE0109' : 'PAYLOAD_TOO_LARGE', {
      limitBytes: endpoint?.bodyLimit ?? 1_048_576,
    });
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (error instanceof SyntaxError && error.message.includes('forbidden prototype')) {
    return new AppError('BAD_REQUEST', { reason: 'no field can be called __proto__, or constructor with a prototype' });
  }
  if (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP')) {
    return new AppError('BAD_REQUEST', { reason: 'the body is not valid JSON' }, error);
  }
  // Handles Fastify's other rejections, such as a QUERY request without a media type.
  if (code?.startsWith('FST_') && isClientError(error)) {
    return new AppError('BAD_REQUEST', { reason: 'the method or the headers are invalid for this path' }, error);
  }
  return new AppError('INTERNAL', {}, error);
}

function isClientError(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** Returns `retryAfterSeconds` from the data of an error; an empty object if the data has none. */
function retryAfterOf({ data }: AppError): Pick<ErrorResponse, 'retryAfterSeconds'> {
  const { retryAfterSeconds } = data;
  return typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {};
}

/** Returns the error in the wire's shape (identity contract section 5; RFC 6749 section 5.2 for the token endpoint). */
export function toErrorResponse(error: AppError | ViolationError, endpoint?: Endpoint): ErrorResponse {
  if (endpoint?.shape === 'oauth') return toOAuthErrorResponse(error);
  if (error instanceof ViolationError) {
    const fieldViolations = error.violations.map((violation) => ({ data: {}, ...violation }));
    const body = { message: `INVALID_ARGUMENT: ${error.message}`, details: { validationError: { fieldViolations } } };
    return { status: 400, body, code: 'INVALID_ARGUMENT' };
  }
  const body = {
    message: error.message,
    details: { applicationError: { code: error.code, description: error.message, data: error.data } },
  };
  return { status: error.status, body, cause: error.cause, code: error.code, ...retryAfterOf(error) };
}

function toOAuthErrorResponse(error: AppError | ViolationError): ErrorResponse {
  if (error instanceof ViolationError) {
    return {
      status: 400,
      body: { error: 'invalid_request', error_description: error.message },
      code: 'invalid_request',
    };
  }
  const code = /^[a-z_]+$/.test(error.code) ? error.code : toOauthCode(error.status);
  return {
    status: error.status,
    body: { error: code, error_description: error.message },
    cause: error.cause,
    code: error.code,
    ...retryAfterOf(error),
  };
}

/** Maps a status to an error code of OAuth. A status of 401 concerns the token or key of the request. */
const toOauthCode = (status: number): string =>
  status >= 500 ? 'server_error' : status === 401 ? 'invalid_client' : 'invalid_request';

/** True if the endpoint declares the code, or every endpoint may return it. Other codes fail the tests. */
export function isListed(endpoint: Endpoint, code: string): boolean {
  return endpoint.errors.includes(code as ErrorCode) || (transportCodes as readonly string[]).includes(code);
}

function fastifyCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
