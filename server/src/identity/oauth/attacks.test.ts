/** Attacks on the token endpoint and on access tokens. */
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign as signBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import {
  authorize,
  authorizeQuery,
  codeFor,
  createPkce,
  exchange,
  newEmail,
  register,
  requestToken,
  signInNewMember,
} from '../testing/client.ts';

let t: TestServer;
let second: Awaited<ReturnType<TestServer['secondSite']>>;
let otherApp: string;
let secondSiteApp: string;
let rotatingClientId: string;
beforeAll(async () => {
  t = await testServer();
  second = await t.secondSite();
  const make = async (ctx: typeof t.ctx, rotateRefreshTokens = false) => {
    const app = { name: 'X', redirectUris: [REDIRECT_URI], rotateRefreshTokens };
    return (await createApp(ctx, { body: { app } })).app.clientId;
  };
  otherApp = await make(t.ctx);
  rotatingClientId = await make(t.ctx, true);
  secondSiteApp = await make({ ...t.ctx, site: second.site });
});
afterAll(() => t.stop());

const getSessionToken = async () => (await register(t, newEmail())).body.sessionToken as string;
const getMe = (as: string) => t.call({ method: 'GET', path: '/members/v1/members/my', as });
const getTokenInfo = (accessToken: string) =>
  t.call({ method: 'POST', path: '/oauth2/token-info', body: { token: accessToken } });
const refresh = (refreshToken: string, clientId: string | undefined = t.app.clientId) =>
  requestToken(t, { clientId, grantType: 'refresh_token', refreshToken });

/** A change notice invalidates access tokens in every process, but takes a moment to arrive. */
const expectSessionEnded = (accessToken: string) =>
  expect.poll(async () => (await getMe(accessToken)).status).toBe(401);

describe('a stolen code', () => {
  it('exchanged 50 times in parallel with the right verifier: one exchange succeeds, and its session stays valid', async () => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    const responses = await Promise.all(Array.from({ length: 50 }, () => exchange(t, code, proof.verifier)));
    const successes = responses.filter((response) => response.status === 200);
    expect(successes).toHaveLength(1);
    expect(responses.filter((response) => response.body.error === 'invalid_grant')).toHaveLength(49);
    expect((await refresh(successes[0]?.body.refresh_token)).status).toBe(200);
    expect((await getMe(successes[0]?.body.access_token)).status).toBe(200);
  });

  it('exchanged again by its own client, as a callback page that runs twice does: rejected, and no session ends', async () => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    const { body } = await exchange(t, code, proof.verifier);
    expect((await exchange(t, code, proof.verifier)).body.error).toBe('invalid_grant');
    expect((await refresh(body.refresh_token)).status).toBe(200);
    expect((await getMe(body.access_token)).status).toBe(200);
  });

  it('exchanged again with the right verifier for another redirect address: rejected, and no session ends', async () => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    const { body } = await exchange(t, code, proof.verifier);
    const redirectUri = 'https://other.example/callback';
    expect((await exchange(t, code, proof.verifier, { redirectUri })).body.error).toBe('invalid_grant');
    expect((await refresh(body.refresh_token)).status).toBe(200);
    expect((await getMe(body.access_token)).status).toBe(200);
  });

  const replays: [string, (code: string, verifier: string) => Promise<unknown>][] = [
    ['with another verifier', (code) => exchange(t, code, createPkce().verifier)],
    ['by another client of the site', (code, verifier) => exchange(t, code, verifier, { clientId: otherApp })],
    [
      'more than a minute after it was issued',
      async (code, verifier) => {
        const expiredAt = new Date(Date.now() - 1);
        await t.db.updateTable('authorization_codes').set({ expires_at: expiredAt }).execute();
        await exchange(t, code, verifier);
      },
    ],
  ];
  it.each(replays)('replayed %s: the session that it was exchanged for ends', async (_, replay) => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    const { body } = await exchange(t, code, proof.verifier);
    expect((await getMe(body.access_token)).status).toBe(200);
    await replay(code, proof.verifier);
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    await expectSessionEnded(body.access_token);
  });

  const mismatches: [string, (proof: ReturnType<typeof createPkce>) => Record<string, unknown>][] = [
    ['another verifier', () => ({ codeVerifier: createPkce().verifier })],
    ['the challenge for the verifier', ({ challenge }) => ({ codeVerifier: challenge })],
    ['a verifier of 42 characters', () => ({ codeVerifier: 'a'.repeat(42) })],
    ['a verifier of 129 characters', () => ({ codeVerifier: 'a'.repeat(129) })],
    [
      'a verifier with a character that is not allowed',
      ({ verifier }) => ({ codeVerifier: `${verifier.slice(0, 42)}+` }),
    ],
    ['the verifier and a line feed', ({ verifier }) => ({ codeVerifier: `${verifier}\n` })],
    ['the plain method', ({ challenge }) => ({ codeVerifier: challenge, codeChallengeMethod: 'plain' })],
    ['another redirect address', () => ({ redirectUri: `${REDIRECT_URI}/` })],
    ['no redirect address', () => ({ redirectUri: undefined })],
    ['another client of the site', () => ({ clientId: otherApp })],
    ['a client of another site', () => ({ clientId: secondSiteApp })],
  ];
  it.each(mismatches)(
    `is rejected with %s (${mismatches.length} variants), and only a client of the same site consumes it`,
    async (_, wrong) => {
      const proof = createPkce();
      const code = await codeFor(t, await getSessionToken(), proof);
      const changes = wrong(proof);
      expect((await exchange(t, code, proof.verifier, changes)).body.error).toBe('invalid_grant');
      // A client of another site does not find the code; every other failed exchange consumes it.
      const again = await exchange(t, code, proof.verifier);
      expect(again.status).toBe(changes.clientId === secondSiteApp ? 200 : 400);
    },
  );

  it.each([undefined, ''])('is rejected without a verifier (%j)', async (codeVerifier) => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    expect((await exchange(t, code, '', { codeVerifier })).body.error).toBe('invalid_request');
  });

  it('is rejected after 60 seconds', async () => {
    const proof = createPkce();
    const code = await codeFor(t, await getSessionToken(), proof);
    const row = t.db.selectFrom('authorization_codes').select('expires_at').orderBy('expires_at', 'desc');
    const { expires_at } = await row.executeTakeFirstOrThrow();
    expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    await t.db
      .updateTable('authorization_codes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await exchange(t, code, proof.verifier)).body.error).toBe('invalid_grant');
  });
});

describe('a stolen refresh token', () => {
  const signInToRotatingApp = async () => {
    const registered = await register(t, newEmail());
    const proof = createPkce();
    const params = authorizeQuery(t, proof, { clientId: rotatingClientId, sessionToken: registered.body.sessionToken });
    const code = new URL(String((await authorize(t, params)).headers.location)).searchParams.get('code') ?? '';
    return (await exchange(t, code, proof.verifier, { clientId: rotatingClientId })).body;
  };
  /** Sets the time at which tokens of the rotating app were replaced to `seconds` ago. */
  const age = (seconds: number) =>
    t.db
      .updateTable('refresh_tokens')
      .set({ rotated_at: new Date(Date.now() - seconds * 1_000) })
      .where('app_id', '=', rotatingClientId)
      .where('rotated_at', 'is not', null)
      .execute();

  it('without rotation works repeatedly and 20 times in parallel, as the vendor’s client needs it', async () => {
    const member = await signInNewMember(t);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(member.refreshToken)));
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.body.refresh_token))).toEqual(new Set([member.refreshToken]));
  });

  it('with rotation: each of 5 refreshes returns a new token, which works for the next one', async () => {
    const tokens = [(await signInToRotatingApp()).refresh_token];
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await refresh(tokens.at(-1), rotatingClientId);
      expect(status).toBe(200);
      tokens.push(body.refresh_token);
      await age(60);
    }
    expect(new Set(tokens).size).toBe(6);
  });

  it('with rotation: 50 parallel refreshes all succeed and get the same new token', async () => {
    const { refresh_token } = await signInToRotatingApp();
    const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token, rotatingClientId)));
    expect(responses.map((response) => response.status)).toEqual(Array(50).fill(200));
    const [next, ...more] = new Set(responses.map((response) => response.body.refresh_token));
    expect(more).toEqual([]);
    expect(next).not.toBe(refresh_token);
    expect((await refresh(next, rotatingClientId)).status).toBe(200);
  });

  it('with rotation: 9 seconds later the old token still works, and returns the newest', async () => {
    const { refresh_token } = await signInToRotatingApp();
    const first = (await refresh(refresh_token, rotatingClientId)).body.refresh_token;
    const newest = (await refresh(first, rotatingClientId)).body.refresh_token;
    await age(9);
    const response = await refresh(refresh_token, rotatingClientId);
    expect(response.body.refresh_token).toBe(newest);
  });

  it('with rotation: reuse after 11 seconds ends the family: newest refresh token and access tokens', async () => {
    const stolenTokens = await signInToRotatingApp();
    const owner = (await refresh(stolenTokens.refresh_token, rotatingClientId)).body;
    await age(11);
    expect((await refresh(stolenTokens.refresh_token, rotatingClientId)).body.error).toBe('invalid_grant');
    expect((await refresh(owner.refresh_token, rotatingClientId)).body.error).toBe('invalid_grant');
    await expectSessionEnded(owner.access_token);
    await expectSessionEnded(stolenTokens.access_token);
  });

  it('with rotation: if the thief refreshes first, the owner’s refresh ends the thief’s tokens', async () => {
    const owner = await signInToRotatingApp();
    const stolenTokens = (await refresh(owner.refresh_token, rotatingClientId)).body;
    await age(11);
    expect((await refresh(owner.refresh_token, rotatingClientId)).status).toBe(400);
    expect((await refresh(stolenTokens.refresh_token, rotatingClientId)).status).toBe(400);
    await expectSessionEnded(stolenTokens.access_token);
  });

  it('with rotation switched off again: reuse of a replaced token still counts as theft', async () => {
    const stolenTokens = await signInToRotatingApp();
    const owner = (await refresh(stolenTokens.refresh_token, rotatingClientId)).body;
    await age(11);
    const ownerToken = await t.userToken('owner');
    const change = async (rotateRefreshTokens: boolean) => {
      const changed = await t.call({
        method: 'PATCH',
        path: `/portico/v1/apps/${rotatingClientId}`,
        body: { app: { rotateRefreshTokens } },
        as: ownerToken,
      });
      expect(changed.body.app.rotateRefreshTokens).toBe(rotateRefreshTokens);
      await expect
        .poll(async () => (await t.ctx.env.app(rotatingClientId))?.rotate_refresh_tokens)
        .toBe(rotateRefreshTokens);
    };
    await change(false);
    expect((await refresh(stolenTokens.refresh_token, rotatingClientId)).status).toBe(400);
    expect((await refresh(owner.refresh_token, rotatingClientId)).status).toBe(400);
    await change(true);
  });

  it('is rejected for another client, without ending the session', async () => {
    const member = await signInNewMember(t);
    for (const clientId of [otherApp, rotatingClientId, secondSiteApp]) {
      expect((await refresh(member.refreshToken, clientId)).body.error).toBe('invalid_grant');
    }
    expect((await refresh(member.refreshToken)).status).toBe(200);
  });

  it('is not accepted as access token, nor an access token as refresh token', async () => {
    const { body } = await requestToken(t, { clientId: t.app.clientId, grantType: 'anonymous' });
    const member = await signInNewMember(t);
    for (const refreshToken of [body.access_token, member.accessToken]) {
      expect((await refresh(refreshToken)).body.error).toBe('invalid_grant');
    }
    for (const as of [body.refresh_token, member.refreshToken]) expect((await getMe(as)).status).toBe(401);
  });
});

describe('a token of another site', () => {
  it('is rejected in all 8 requests that can contain it', async () => {
    const member = await signInNewMember(t);
    const proof = createPkce();
    const unused = await getSessionToken();
    const secondSiteQuery = authorizeQuery(t, proof, { clientId: secondSiteApp, sessionToken: unused });
    const secondSiteRedirect = new URL(String((await authorize(t, secondSiteQuery)).headers.location));
    expect(secondSiteRedirect.searchParams.get('error')).toBe('login_required');
    const code = await codeFor(t, unused, proof);
    expect((await exchange(t, code, proof.verifier, { clientId: secondSiteApp })).body.error).toBe('invalid_grant');
    expect((await refresh(member.refreshToken, secondSiteApp)).body.error).toBe('invalid_grant');
    const visitor = (await requestToken(t, { clientId: t.app.clientId, grantType: 'anonymous' })).body;
    expect((await refresh(visitor.refresh_token, secondSiteApp)).body.error).toBe('invalid_grant');
    const moved = `${second.site.shortId}.${member.refreshToken.split('.')[1]}`;
    expect((await refresh(moved)).body.error).toBe('invalid_grant');
    const pair = { method: 'GET', path: '/members/v1/members/my' } as const;
    expect((await t.call({ ...pair, headers: { authorization: `${member.accessToken},${second.key}` } })).status).toBe(
      401,
    );
    const request = { grant_type: 'authorized_client', member_id: member.id };
    const byKey = {
      method: 'POST',
      path: '/oauth2/token',
      body: request,
      headers: { authorization: `,${second.key}` },
    };
    expect((await t.call(byKey as Parameters<typeof t.call>[0])).body.error).toBe('invalid_grant');
    // A header that names another site has no effect on a token.
    const headers = { authorization: member.accessToken, 'wix-site-id': second.site.id };
    expect((await t.call({ ...pair, headers })).body.member.id).toBe(member.id);
  });
});

describe('an API key', () => {
  it('of another site is rejected: site header, member, paired token, grant', async () => {
    const member = await signInNewMember(t);
    const path = `/members/v1/members/${member.id}`;
    expect((await t.call({ method: 'GET', path, as: second.key })).status).toBe(403);
    const withoutSiteHeader = { method: 'GET', path, headers: { authorization: second.key } } as const;
    expect((await t.call(withoutSiteHeader)).status).toBe(404);
    expect(
      (await t.call({ ...withoutSiteHeader, headers: { authorization: `${second.visitor},${t.key}` } })).status,
    ).toBe(401);
    expect((await t.call({ ...withoutSiteHeader, headers: { authorization: `Bearer ${second.key}x` } })).status).toBe(
      401,
    );
  });

  it('is not accepted as refresh token, code, session token or client secret', async () => {
    expect((await refresh(t.key)).body.error).toBe('invalid_grant');
    expect((await exchange(t, t.key, createPkce().verifier)).body.error).toBe('invalid_grant');
    const request = { grantType: 'client_credentials', clientId: t.app.clientId, clientSecret: t.key };
    expect((await requestToken(t, request)).body.error).toBe('invalid_client');
  });
});

describe('a forged access token', () => {
  const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signHmac = (text: string, secret: string | Buffer, hash = 'sha256') =>
    createHmac(hash, secret).update(text).digest('base64url');
  const forge = (header: object, payload: object, secret: string | Buffer, hash?: string): string => {
    const text = `${encodePart(header)}.${encodePart(payload)}`;
    return `${text}.${signHmac(text, secret, hash)}`;
  };

  /**
   * Sends all tokens in parallel, because those with an unknown key id wait together for the next query of the keys.
   */
  const expectRejected = (tokens: readonly string[]): Promise<unknown> =>
    Promise.all(
      tokens.map(async (forged) => {
        const call = { method: 'GET', path: '/members/v1/members/my', headers: { authorization: forged } } as const;
        expect((await t.call(call)).status).toBe(401);
        if (forged.length <= 8_192) expect((await getTokenInfo(forged)).body).toEqual({ active: false });
      }),
    );

  it('with manipulated algorithm or key is rejected (40 variants)', async () => {
    const [header, body, signature] = t.member.split('.') as [string, string, string];
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
    const jwks = (await t.call({ method: 'GET', path: '/oauth2/jwks' })).body;
    const publicJwk = jwks.keys[0] as JsonWebKey & { kid: string };
    const publicKey = createPublicKey({ key: publicJwk, format: 'jwk' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const attackerKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const attackerJwk = attackerKeys.publicKey.export({ format: 'jwk' });
    const signRs256 = (head: object) => {
      const text = `${encodePart(head)}.${encodePart(payload)}`;
      return `${text}.${signBytes('sha256', Buffer.from(text), attackerKeys.privateKey).toString('base64url')}`;
    };
    const unsignedTokens = ['none', 'None', 'NONE', 'nOnE', '', null].flatMap((alg) => [
      `${encodePart({ alg, kid })}.${body}.`,
      `${encodePart({ alg, kid })}.${body}.${signature}`,
    ]);
    const others = [
      forge({ alg: 'HS384', kid }, payload, 'secret', 'sha384'),
      forge({ alg: 'HS512', kid }, payload, 'secret', 'sha512'),
      `${encodePart({ alg: 'HS384', kid })}.${body}.${signature}`,
      `${encodePart({ alg: 'HS512', kid })}.${body}.${signature}`,
      `${encodePart({ alg: 'hs256', kid })}.${body}.${signature}`,
      `${encodePart({ kid, alg: 'HS256' })}.${body}.${signature}`,
      `${encodePart({ alg: 'HS256', kid, crit: ['exp'], exp: 0 })}.${body}.${signature}`,
    ];
    const publicKeyAsSecretTokens = [pem, pem.trim(), JSON.stringify(publicJwk), publicJwk.n ?? ''].flatMap(
      (secret) => [
        forge({ alg: 'HS256', kid: publicJwk.kid }, payload, secret),
        forge({ alg: 'HS256', kid }, payload, secret),
      ],
    );
    const attackerKeyTokens = [
      signRs256({ alg: 'RS256', kid }),
      signRs256({ alg: 'RS256', kid: publicJwk.kid }),
      signRs256({ alg: 'RS256', kid, jwk: attackerJwk }),
      signRs256({ alg: 'RS256', kid, jku: 'https://evil.example/jwks' }),
      signRs256({ alg: 'RS256', kid, x5u: 'https://evil.example/cert.pem', x5c: ['MIIB'] }),
      forge({ alg: 'HS256', kid, jwk: { kty: 'oct', k: 'AAAA' } }, payload, Buffer.from('AAAA', 'base64url')),
    ];
    const hostileKeyIdTokens = [
      '../../../../dev/null',
      "' union select 'secret' --",
      '__proto__',
      'constructor',
      '',
      `${kid}\u0000`,
      [kid],
    ].map((kid) => forge({ alg: 'HS256', kid }, payload, ''));
    const all = [...unsignedTokens, ...others, ...publicKeyAsSecretTokens, ...attackerKeyTokens, ...hostileKeyIdTokens];
    expect(all).toHaveLength(40);
    await expectRejected(all);
  });

  it('with another encoding of a valid one is rejected (17 variants)', async () => {
    const [header, body, signature] = t.member.split('.') as [string, string, string];
    const last = signature.at(-1) as string;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The 43 characters carry 258 bits, but a signature has 256. A lenient decoder would ignore the last two bits.
    const lastCharacters = [1, 2, 3].map((bits) => alphabet[alphabet.indexOf(last) ^ bits]);
    const all = [
      ...lastCharacters.map((sign) => `${header}.${body}.${signature.slice(0, -1)}${sign}`),
      `${header}.${body}.${signature}=`,
      `${header}.${body}.${signature}.`,
      `${header}.${body}.${signature}.${signature}`,
      `${header}.${header}.${body}.${signature}`,
      `${header}.${body}.${body}.${signature}`,
      `${header}..${body}.${signature}`,
      `.${header}.${body}.${signature}`,
      `${header}.${body}`,
      `${header} .${body}.${signature}`,
      `${header}.${body} .${signature}`,
      `${header}.${body}.${signature.slice(0, 20)} ${signature.slice(20)}`,
      `${header}=.${body}.${signature}`,
      `${header}.${body}=.${signature}`,
      t.member.toUpperCase(),
    ];
    expect(all).toHaveLength(17);
    await expectRejected(all);
  });

  it('with one claim changed or removed is rejected (21 variants)', async () => {
    const [header, body, signature] = t.member.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
    const names = ['site', 'kind', 'sid', 'app', 'sub', 'aud', 'iat', 'exp'];
    expect(Object.keys(payload).sort()).toEqual([...names].sort());
    const values: Record<string, unknown[]> = {
      site: [second.site.id],
      kind: ['user', 'app'],
      sid: ['00000000-0000-4000-8000-000000000000'],
      app: [secondSiteApp],
      sub: [t.otherMemberId],
      aud: ['visitor-refresh', ['access', 'dashboard']],
      iat: [0],
      exp: [payload.exp + 1, 'never', null],
    };
    const changed = names.flatMap((name) => (values[name] ?? []).map((value) => ({ ...payload, [name]: value })));
    const without = names.map((name) => ({ ...payload, [name]: undefined }));
    const more = [{ ...payload, role: 'owner' }];
    const all = [...changed, ...without, ...more];
    expect(all).toHaveLength(21);
    await expectRejected(all.map((claims) => `${header}.${encodePart(claims)}.${signature}`));
    expect((await getMe(t.member)).status).toBe(200);
  });

  it('of 20 kilobytes is rejected without computing a hash', async () => {
    const [header] = t.member.split('.');
    await expectRejected([`${header}.${'A'.repeat(14_000)}.${'A'.repeat(43)}`]);
    expect(await t.ctx.env.tokenSigner.verify('access', `${header}.${'A'.repeat(20_000)}.x`, new Date())).toBeNull();
  });
});
