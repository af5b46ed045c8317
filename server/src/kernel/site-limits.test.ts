import { expect, it } from 'vitest';
import { limitsOf, NO_LIMITS, parseLimit, parseSiteLimits } from './site-limits.ts';

it('reads a list of limits', () => {
  expect(parseSiteLimits('items=100000, mails-per-day=500,')).toEqual({
    ...NO_LIMITS,
    items: 100_000,
    mailsPerDay: 500,
  });
  expect(parseSiteLimits('storage-mb=none')).toEqual(NO_LIMITS);
  expect(parseSiteLimits(undefined)).toEqual(NO_LIMITS);
});

it.each(['items', 'items=-1', 'items=1.5', 'items=99999999999', 'members=1', '=1'])('rejects %s', (text) => {
  expect(() => parseSiteLimits(text)).toThrow(/PORTICO_SITE_LIMITS/);
});

it('prefers the limits of the site, also if they are none', () => {
  const env = { siteLimits: { ...NO_LIMITS, items: 10, mailsPerDay: 5 } };
  expect(limitsOf({ env, site: { limits: { items: null } } })).toEqual({ ...NO_LIMITS, mailsPerDay: 5 });
  expect(parseLimit('--items', '0')).toBe(0);
});
