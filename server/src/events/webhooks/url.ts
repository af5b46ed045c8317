import { isIP } from 'node:net';
import { webhookLimits } from '@portico/domain';
import { ViolationError } from '../../kernel/app-error.ts';
import { isAllowedHost, mayConnectTo, readAllowedAddresses } from '../../outbound/allowed-addresses.ts';

/**
 * Returns the address as browsers normalize it (`http://0x7f.1` becomes 127.0.0.1). Does not resolve the host name,
 * because its addresses may change at any time; the sender checks them when it connects.
 * @param allow the entries of PORTICO_WEBHOOK_ALLOW
 * @throws ViolationError
 */
export function checkUrl(text: string, allow: readonly string[]): string {
  const url = URL.parse(text);
  const reject = (description: string): never => {
    throw new ViolationError([{ field: 'webhook.url', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
  };
  if (!url || !['https:', 'http:'].includes(url.protocol)) return reject('must be an https address');
  if (url.href.length > webhookLimits.url) return reject(`must have at most ${webhookLimits.url} characters`);
  // The delivery log shows the address to everyone who may see deliveries.
  if (url.username || url.password) return reject('must not contain a user name or password');
  if (url.hash) return reject('must not have a part after #');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const allowed = readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', allow);
  if (url.protocol === 'http:' && !isAllowedHost(allowed, host)) {
    return reject('must be https, because others could read the event in transit');
  }
  if (isIP(host) !== 0 && !mayConnectTo(allowed, host, host)) return reject('must not point to a private network');
  return url.href;
}
