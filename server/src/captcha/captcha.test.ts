import { type Challenge, createChallenge, type Payload, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteCtx } from '../kernel/ctx.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { createCaptchaChallenge, sweepUsedCaptchas, verifyCaptcha } from './index.ts';

let t: TestServer;
let ctx: SiteCtx;
/** A solved challenge that tests copy and modify. No test submits it unchanged, because it is valid once. */
let sample: Payload;
beforeAll(async () => {
  t = await testServer();
  ctx = { ...t.ctx, now: new Date() };
  sample = decode(await solveAndEncode(await createCaptchaChallenge(ctx)));
});
afterAll(() => t.stop());

/** Solves the challenge and encodes it with its solution as base64 of JSON, as the widget does. */
async function solveAndEncode(challenge: Challenge): Promise<string> {
  return encodePayload({ challenge, solution: (await solveChallenge({ challenge, deriveKey })) as Solution });
}

const encodePayload = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
const decode = (token: string): Payload => JSON.parse(Buffer.from(token, 'base64').toString());

const reverseKeys = (object: object): object => Object.fromEntries(Object.entries(object).reverse());

const ctxAfter = (minutes: number): SiteCtx => ({ ...ctx, now: new Date(ctx.now.getTime() + minutes * 60_000) });

const rejected = { code: '-19970', status: 400 };

describe('a solved challenge', () => {
  it('passes once', async () => {
    const token = await solveAndEncode(await createCaptchaChallenge(ctx));
    await verifyCaptcha(ctx, token);
    await expect(verifyCaptcha(ctx, token)).rejects.toMatchObject(rejected);
  });

  it('passes once in 50 parallel uses', async () => {
    const token = await solveAndEncode(await createCaptchaChallenge(ctx));
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verifyCaptcha(ctx, token)));
    expect(outcomes.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
  });

  it('does not pass again in another encoding', async () => {
    const token = await solveAndEncode(await createCaptchaChallenge(ctx));
    await verifyCaptcha(ctx, token);
    const { challenge, solution } = decode(token);
    const others = [
      encodePayload({ solution: { ...solution, time: 1 }, challenge, more: true }),
      Buffer.from(JSON.stringify(decode(token), null, 2)).toString('base64url'),
      encodePayload({ challenge: { ...challenge, signature: challenge.signature?.toUpperCase() }, solution }),
      encodePayload({ challenge: { ...challenge, parameters: reverseKeys(challenge.parameters) }, solution }),
    ];
    for (const other of others) await expect(verifyCaptcha(ctx, other)).rejects.toMatchObject(rejected);
  });

  it('of another site is rejected', async () => {
    const { site } = await t.secondSite();
    const token = await solveAndEncode(await createCaptchaChallenge({ ...ctx, site }));
    await expect(verifyCaptcha(ctx, token)).rejects.toMatchObject(rejected);
    await verifyCaptcha({ ...ctx, site }, token);
  });

  it('expires after ten minutes', async () => {
    const token = await solveAndEncode(await createCaptchaChallenge(ctx));
    await expect(verifyCaptcha(ctxAfter(10), token)).rejects.toMatchObject(rejected);
    await verifyCaptcha(ctxAfter(9), token);
  });

  it('is stored until it expires, then swept', async () => {
    const token = await solveAndEncode(await createCaptchaChallenge(ctx));
    await verifyCaptcha(ctx, token);
    await sweepUsedCaptchas(t.db, ctxAfter(9).now);
    await expect(verifyCaptcha(ctxAfter(9), token)).rejects.toMatchObject(rejected);
    await sweepUsedCaptchas(t.db, ctxAfter(11).now);
    expect(await t.db.selectFrom('used_captchas').selectAll().execute()).toEqual([]);
    await expect(verifyCaptcha(ctxAfter(11), token)).rejects.toMatchObject(rejected);
  });
});

describe('verification rejects', () => {
  it('a missing token with a separate code', async () => {
    await expect(verifyCaptcha(ctx, undefined)).rejects.toMatchObject({ code: '-19971', status: 400 });
    await expect(verifyCaptcha(ctx, '')).rejects.toMatchObject({ code: '-19971' });
  });

  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('nothing').toString('base64')],
    ['null', encodePayload(null)],
    ['a list', encodePayload([])],
    ["the widget's test answer", encodePayload({ challenge: null, solution: null, test: true })],
    ['no parameters', encodePayload({ challenge: { signature: 'x' }, solution: { counter: 1, derivedKey: 'aa' } })],
    [
      'the first version of ALTCHA',
      encodePayload({ algorithm: 'SHA-256', challenge: 'a', number: 1, salt: 's', signature: 'x' }),
    ],
    ['far too long', 'A'.repeat(100_000)],
  ])('%s', async (_, token) => {
    await expect(verifyCaptcha(ctx, token)).rejects.toMatchObject(rejected);
  });

  it('a challenge that was not solved', async () => {
    const challenge = await createCaptchaChallenge(ctx);
    const guesses = [
      { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
      { counter: 1, derivedKey: challenge.parameters.keyPrefix },
      { counter: 1, derivedKey: challenge.parameters.keySignature },
      { counter: -1, derivedKey: '' },
      { counter: 1, derivedKey: ['a'] },
      {},
    ];
    for (const solution of guesses) {
      await expect(verifyCaptcha(ctx, encodePayload({ challenge, solution }))).rejects.toMatchObject(rejected);
    }
  });

  it('an easy challenge that the attacker signed', async () => {
    const attackerSecrets = { hmacSignatureSecret: 'mine', hmacKeySignatureSecret: 'mine' };
    const expiresAt = ctxAfter(5).now;
    const easyChallenge = { algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 1, deriveKey, expiresAt };
    await expect(
      verifyCaptcha(ctx, await solveAndEncode(await createChallenge({ ...easyChallenge, ...attackerSecrets }))),
    ).rejects.toMatchObject(rejected);
    await expect(verifyCaptcha(ctx, await solveAndEncode(await createChallenge(easyChallenge)))).rejects.toMatchObject(
      rejected,
    );
  });

  it.each([
    ['expiresAt', 4_000_000_000],
    ['expiresAt', undefined],
    ['keySignature', undefined],
    ['cost', 1],
    ['keyPrefix', '00'],
    ['nonce', '00'],
  ])('a challenge whose %s was changed to %s', async (name, value) => {
    const { challenge, solution } = sample;
    const parameters = { ...challenge.parameters, [name]: value };
    const token = encodePayload({ challenge: { ...challenge, parameters }, solution });
    await expect(verifyCaptcha(ctx, token)).rejects.toMatchObject(rejected);
  });

  it('the solution of one challenge for another', async () => {
    const challenge = await createCaptchaChallenge(ctx);
    await expect(verifyCaptcha(ctx, encodePayload({ challenge, solution: sample.solution }))).rejects.toMatchObject(
      rejected,
    );
  });
});

describe('GET /portico/v1/captcha/challenge', () => {
  it('returns a challenge of the page’s site, which passes there', async () => {
    const { status, body } = await t.call({ method: 'GET', path: '/portico/v1/captcha/challenge' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['parameters', 'signature']);
    await verifyCaptcha(ctx, await solveAndEncode(body));
  });

  it('returns a challenge of the token’s site', async () => {
    const { site, visitor } = await t.secondSite();
    const { body } = await t.call({
      method: 'GET',
      path: '/portico/v1/captcha/challenge',
      headers: { authorization: visitor, 'wix-site-id': site.id },
    });
    const token = await solveAndEncode(body);
    await expect(verifyCaptcha(ctx, token)).rejects.toMatchObject(rejected);
    await verifyCaptcha({ ...ctx, site }, token);
  });

  it('returns a different challenge each time', async () => {
    const signatures = await Promise.all(
      Array.from({ length: 20 }, async () => (await createCaptchaChallenge(ctx)).signature),
    );
    expect(new Set(signatures).size).toBe(20);
  });
});
