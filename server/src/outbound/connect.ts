import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { AllowedAddresses } from './allowed-addresses.ts';
import {
  type ConnectionRules,
  createCheckedLookup,
  permits,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
} from './resolve.ts';

/**
 * Opens a connection to a host and port that an owner has entered. The address is checked when the name is resolved and
 * again on the connected socket.
 * @throws RefusedAddressError, or Node's error with its `code`; ETIMEDOUT after `timeoutMs`, name resolution included
 */
export function connect(
  { host, port }: { readonly host: string; readonly port: number },
  {
    allowed,
    timeoutMs,
    resolve,
  }: { readonly allowed: AllowedAddresses; readonly timeoutMs: number; readonly resolve?: Resolve },
): Promise<Socket> {
  // The protocol can still start TLS (STARTTLS), so the connection counts as encrypted and may go to any public
  // address.
  const connectionRules: ConnectionRules = { allowed, host, isEncrypted: true };
  if (isIP(host) !== 0 && !permits(connectionRules, host))
    return Promise.reject(new RefusedAddressError(host, allowed));
  return new Promise((settle, fail) => {
    const socket = connectSocket({
      host,
      port,
      lookup: createCheckedLookup(connectionRules, resolve ?? resolveBySystem(allowed)),
    });
    const timeOut = (): unknown =>
      socket.destroy(
        Object.assign(new Error(`No connection within ${timeoutMs / 1_000} seconds.`), { code: 'ETIMEDOUT' }),
      );
    const timer = setTimeout(timeOut, timeoutMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      if (!permits(connectionRules, socket.remoteAddress ?? '')) socket.destroy(new RefusedAddressError(host, allowed));
      else settle(socket.removeAllListeners('error'));
    });
  });
}
