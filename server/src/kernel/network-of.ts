import { isIPv6 } from 'node:net';

/**
 * What counts as one address for limits: an IPv4 address, or the first 64 bits of an IPv6 one. Every home has 2^64 of
 * the latter; counted one by one, they would be a limit's way around itself.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  // The parser of URLs writes every address in one way (RFC 5952); a zone (%eth0) is not part of it.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - groups.length - after.length }, () => '0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
