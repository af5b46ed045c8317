import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { acceptsMail } from './validate-email.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const failWith = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
const makeMxResolver =
  (...exchanges: string[]) =>
  async () =>
    exchanges.map((exchange) => ({ exchange, priority: 10 }));
const createResolver = (records: Record<string, () => Promise<unknown>>) =>
  ({
    resolveMx: failWith('ENODATA'),
    resolve4: failWith('ENODATA'),
    resolve6: failWith('ENODATA'),
    ...records,
  }) as never;

describe('whether a domain accepts mail, if it', () => {
  it.each([
    ['has an MX host', { resolveMx: makeMxResolver('mail.example.org') }, true],
    ['declares by a null MX that it accepts none (RFC 7505)', { resolveMx: makeMxResolver('') }, false],
    ['has only an IPv4 address', { resolve4: async () => ['192.0.2.1'] }, true],
    ['has only an IPv6 address', { resolve6: async () => ['2001:db8::1'] }, true],
    ['has no record', {}, false],
    [
      'does not exist',
      { resolveMx: failWith('ENOTFOUND'), resolve4: failWith('ENOTFOUND'), resolve6: failWith('ENOTFOUND') },
      false,
    ],
    ['has a name server that does not respond', { resolveMx: failWith('ETIMEOUT') }, true],
    ['has a broken name server', { resolveMx: failWith('ESERVFAIL') }, true],
  ])('%s', async (_name, records, expected) => {
    expect(await acceptsMail('example.org', createResolver(records))).toBe(expected);
  });
});

describe('responses with status 200', () => {
  it.each(['no-at', 'a@b', 'a b@example.org'])('reports that %j is malformed', async (email) => {
    const response = await t.call({ method: 'POST', path: '/v2/validate-email', body: { email }, as: t.visitor });
    expect(response).toMatchObject({
      status: 200,
      body: { valid: false, formatInvalid: true, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },
    });
  });
});
