/** The owner's lists of addresses that nothing is taken from. Pure. */
import ipaddr from 'ipaddr.js';

/** True when the address is one of the list, or in one of its ranges (CIDR). Entries that are neither count nothing. */
export function isBlockedAddress(address: string, list: readonly string[]): boolean {
  if (list.length === 0 || !ipaddr.isValid(address)) return false;
  // an IPv4 address written as an IPv6 one is the same address
  const own = ipaddr.process(address);
  return list.some((entry) => {
    const range = rangeOf(entry.trim());
    return range !== null && range[0].kind() === own.kind() && own.match(range);
  });
}

type Address = ReturnType<typeof ipaddr.process>;

function rangeOf(entry: string): [Address, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return null;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** True when the e-mail address is one of the list, or of a domain that stands there as `@example.org`; subdomains count. */
export function isBlockedEmail(email: string, list: readonly string[]): boolean {
  const own = email.trim().toLowerCase();
  const domain = own.slice(own.lastIndexOf('@') + 1);
  return list.some((entry) => {
    const blocked = entry.trim().toLowerCase();
    if (!blocked.startsWith('@')) return blocked !== '' && own === blocked;
    const name = blocked.slice(1);
    return name !== '' && (domain === name || domain.endsWith(`.${name}`));
  });
}
