import { type Call, call, type Transport } from '../call.ts';
import { PorticoError } from '../error.ts';
import type { PublicTransport } from './token-endpoint.ts';
import type { Auth } from './tokens.ts';

/**
 * Makes calls with the headers of `auth`, and repeats a call once if the server rejected its token. Other 401
 * responses, such as for a wrong password, are not repeated, because the attempt would count twice.
 */
export function signedCall(transport: PublicTransport & Pick<Transport, 'retries'>, auth: Auth): Call {
  const signed: Transport = { ...transport, headers: () => auth.headers() };
  return async (route, input) => {
    try {
      return await call(signed, route, input);
    } catch (error) {
      const isRejected = error instanceof PorticoError && error.code === 'UNAUTHENTICATED';
      if (isRejected && (await auth.renew?.())) return call(signed, route, input);
      throw error;
    }
  };
}
