import { PorticoError } from '@portico/sdk';
import { data } from 'react-router';

/** What a page answers when the API refused it: its status, without its words. Anything else is a fault of ours. */
export function asPageError(error: unknown): unknown {
  if (!(error instanceof PorticoError) || error.status >= 500) return error;
  const status = error.status === 400 ? 404 : error.status;
  return data(null, { status });
}
