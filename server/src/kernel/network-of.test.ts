import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['local', 'local'],
  ])('of %s: %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is the same for every host of a network and differs between networks', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    const fourGroups = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fourGroups, fourGroups, fourGroups, fourGroups, (networkGroups, other, host, otherHost) => {
        const networkOfIpv6 = (a: string[], b: string[]) => networkOf([...a, ...b].join(':'));
        expect(networkOfIpv6(networkGroups, host)).toBe(networkOfIpv6(networkGroups, otherHost));
        expect(networkOfIpv6(networkGroups, host) === networkOfIpv6(other, host)).toBe(
          networkGroups.join() === other.join(),
        );
      }),
    );
  });
});
