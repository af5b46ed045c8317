/** The owner's block lists of IP and e-mail addresses. */
import ipaddr from 'ipaddr.js';

/** Returns true if the list contains the IP address or a range (CIDR) with it. Invalid entries match nothing. */
export function isBlockedAddress(address: string, list: readonly string[]): boolean {
  if (list.length === 0 || !ipaddr.isValid(address)) return false;
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const parsedAddress = ipaddr.process(address);
  return list.some((entry) => {
    const range = rangeOf(entry.trim());
    return range !== null && range[0].kind() === parsedAddress.kind() && parsedAddress.match(range);
  });
}

type Address = ReturnType<typeof ipaddr.process>;

function rangeOf(entry: string): [Address, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return null;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns true if the list contains the e-mail address, or its domain as `@example.org`, which includes subdomains. */
export function isBlockedEmail(email: string, list: readonly string[]): boolean {
  const normalizedEmail = email.trim().toLowerCase();
  const domain = normalizedEmail.slice(normalizedEmail.lastIndexOf('@') + 1);
  return list.some((entry) => {
    const normalizedEntry = entry.trim().toLowerCase();
    if (!normalizedEntry.startsWith('@')) return normalizedEntry !== '' && normalizedEmail === normalizedEntry;
    const name = normalizedEntry.slice(1);
    return name !== '' && (domain === name || domain.endsWith(`.${name}`));
  });
}
