/**
 * The vendor's `oauth` module wraps HTTP messages in JSON (identity contract section 2): the request as `{body:
 * <base64>}`, the response as `{statusCode, body: <base64>, headers}`. Of the request, only the parameters are read.
 */
import { AppError } from '../../kernel/app-error.ts';

export interface Envelope {
  statusCode: number;
  body: string;
  headers: { key: string; value: string }[];
}

/** @throws AppError invalid_request if the body is neither JSON nor a form */
export function unwrap(body: string | undefined): Record<string, unknown> {
  const text = Buffer.from(body ?? '', 'base64').toString();
  if (!text.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_request', { reason: 'the wrapped body is not valid JSON' }, cause);
  }
}

export const wrap = (statusCode: number, body: unknown): Envelope => ({
  statusCode,
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  headers: [{ key: 'content-type', value: 'application/json' }],
});

/** Wraps the result of `work`. An error in OAuth's format is wrapped as a response, too (RFC 6749, section 5.2). */
export async function wrapInEnvelope(work: () => Promise<unknown>): Promise<Envelope> {
  try {
    return wrap(200, await work());
  } catch (error) {
    if (!(error instanceof AppError && /^[a-z_]+$/.test(error.code))) throw error;
    return wrap(error.status, { error: error.code, error_description: error.message });
  }
}
