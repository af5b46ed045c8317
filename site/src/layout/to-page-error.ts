import { PorticoError } from '@portico/sdk';
import { data } from 'react-router';

/** Turns an API error into a response with its status and without its message. Other errors become status 500. */
export function toPageError(error: unknown): unknown {
  if (!(error instanceof PorticoError) || error.status < 400 || error.status >= 500) return error;
  const status = error.status === 400 ? 404 : error.status;
  return data(null, { status });
}
