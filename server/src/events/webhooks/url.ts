import { isIP } from 'node:net';
import { webhookLimits } from '@portico/domain';
import { ViolationError } from '../../kernel/app-error.ts';
import { isAllowedHost, mayReach, readAllowed } from '../../outbound/allowed-addresses.ts';

/**
 * Returns the address as browsers normalise it (`http://0x7f.1` is 127.0.0.1). Does not resolve the host name, because its
 * addresses may change at any time; the sender checks them when it connects.
 * @param allow the entries of PORTICO_WEBHOOK_ALLOW
 * @throws ViolationError
 */
export function checkedUrl(text: string, allow: readonly string[]): string {
  const url = URL.parse(text);
  const refuse = (description: string): never => {
    throw new ViolationError([{ field: 'webhook.url', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
  };
  if (!url || !['https:', 'http:'].includes(url.protocol)) return refuse('must be an https address');
  if (url.href.length > webhookLimits.url) return refuse(`must have at most ${webhookLimits.url} characters`);
  // The log shows addresses to everyone who may see deliveries.
  if (url.username || url.password) return refuse('must not hold a user name or password');
  if (url.hash) return refuse('must not have a part after #');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const allowed = readAllowed('PORTICO_WEBHOOK_ALLOW', allow);
  if (url.protocol === 'http:' && !isAllowedHost(allowed, host)) {
    return refuse('must be https: the event would be readable on its way');
  }
  if (isIP(host) !== 0 && !mayReach(allowed, host, host)) return refuse('must not lead into a private network');
  return url.href;
}
