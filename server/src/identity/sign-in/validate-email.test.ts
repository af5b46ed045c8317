import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { takesMail } from './validate-email.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const fails = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
const mx =
  (...exchanges: string[]) =>
  async () =>
    exchanges.map((exchange) => ({ exchange, priority: 10 }));
const resolver = (records: Record<string, () => Promise<unknown>>) =>
  ({ resolveMx: fails('ENODATA'), resolve4: fails('ENODATA'), resolve6: fails('ENODATA'), ...records }) as never;

describe('whether a domain takes mail', () => {
  it.each([
    ['has an MX host', { resolveMx: mx('mail.example.org') }, true],
    ['says by a null MX that it takes none (RFC 7505)', { resolveMx: mx('') }, false],
    ['has an address alone', { resolve4: async () => ['192.0.2.1'] }, true],
    ['has an IPv6 address alone', { resolve6: async () => ['2001:db8::1'] }, true],
    ['has no record', {}, false],
    [
      'does not exist',
      { resolveMx: fails('ENOTFOUND'), resolve4: fails('ENOTFOUND'), resolve6: fails('ENOTFOUND') },
      false,
    ],
    ['cannot be asked about', { resolveMx: fails('ETIMEOUT') }, true],
    ['has a broken name server', { resolveMx: fails('ESERVFAIL') }, true],
  ])('%s', async (_name, records, takes) => {
    expect(await takesMail('example.org', resolver(records))).toBe(takes);
  });
});

describe('200', () => {
  it.each(['no-at', 'a@b', 'a b@example.org'])('says that %j is malformed', async (email) => {
    const answer = await t.call({ method: 'POST', path: '/v2/validate-email', body: { email }, as: t.visitor });
    expect(answer).toMatchObject({
      status: 200,
      body: { valid: false, formatInvalid: true, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },
    });
  });
});
