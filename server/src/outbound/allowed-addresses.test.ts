import { describe, expect, it } from 'vitest';
import { isAllowed, isPublic, mayConnectTo, readAllowedAddresses } from './allowed-addresses.ts';

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])('include %s', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '100::1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:7f00:1::', '4000::1', '', 'localhost', '127.1'],
  ])('do not include %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

describe('the addresses that the installation allows', () => {
  const allowed = readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', [
    '10.1.0.0/16',
    '127.0.0.1',
    'fd00::/8',
    'Hooks.internal',
  ]);

  it.each([
    ['by range', 'a.example', '10.1.2.3', true],
    ['outside the range', 'a.example', '10.2.2.3', false],
    ['by address', 'a.example', '127.0.0.1', true],
    ['the next address', 'a.example', '127.0.0.2', false],
    ['by address, inside an IPv6 one', 'a.example', '::ffff:127.0.0.1', true],
    ['by IPv6 range', 'a.example', 'fd12::1', true],
    ['by name, whatever it resolves to', 'hooks.INTERNAL', '192.168.3.4', true],
    ['a name that only has the same ending', 'evil-hooks.internal', '192.168.3.4', false],
  ])('%s', (_name, host, address, expected) => {
    expect(isAllowed(allowed, host, address)).toBe(expected);
    expect(mayConnectTo(allowed, host, address)).toBe(expected);
  });

  it('are only the public ones by default', () => {
    expect(mayConnectTo(readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', []), 'localhost', '127.0.0.1')).toBe(false);
    expect(mayConnectTo(readAllowedAddresses('PORTICO_WEBHOOK_ALLOW', []), 'example.org', '93.184.215.14')).toBe(true);
  });
});
