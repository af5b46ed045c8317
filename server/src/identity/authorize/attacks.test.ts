/** Attacks on the authorize endpoint and its frame, and open redirects. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { authorize, authorizeQuery, createPkce, exchange, login, newEmail, register } from '../testing/client.ts';
import { postedMessagesOf } from '../testing/frame.ts';

let t: TestServer;
const email = newEmail();
beforeAll(async () => {
  t = await testServer();
  await register(t, email);
});
afterAll(() => t.stop());

const getSessionToken = async () => (await login(t, email)).body.sessionToken as string;
const get = (path: string) => t.call({ method: 'GET', path });

function expectPage(response: Awaited<ReturnType<typeof authorize>>, status = 400): void {
  expect(response.status).toBe(status);
  expect(response.headers.location).toBeUndefined();
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.text).not.toContain('<script');
}

describe('redirect addresses', () => {
  const invalidRedirectUris = [
    'http://localhost:3000/callback/',
    'http://localhost:3000/callback?x=1',
    'http://localhost:3000/callback#x',
    'http://localhost:3000/Callback',
    'http://LOCALHOST:3000/callback',
    'HTTP://localhost:3000/callback',
    'https://localhost:3000/callback',
    'http://localhost:3001/callback',
    'http://localhost/callback',
    'http://localhost:03000/callback',
    'http://localhost.:3000/callback',
    'http://localhost:3000/callback/../evil',
    'http://localhost:3000/./callback',
    'http://localhost:3000/callback%2f..%2fevil',
    'http://localhost:3000/%63allback',
    'http://localhost:3000/callback%00',
    'http://localhost:3000/callback;x',
    'http://localhost:3000//callback',
    'http://localhost:3000\\callback',
    'http:\\\\localhost:3000\\callback',
    'http:/localhost:3000/callback',
    'http:localhost:3000/callback',
    'http://user@localhost:3000/callback',
    'http://localhost:3000@evil.example/callback',
    'http://localhost:3000.evil.example/callback',
    'http://evil.example\\@localhost:3000/callback',
    'http://evil.example/callback?http://localhost:3000/callback',
    'http://evil.example#http://localhost:3000/callback',
    'http://evil.example/http://localhost:3000/callback',
    '//localhost:3000/callback',
    '///localhost:3000/callback',
    '/callback',
    'callback',
    ' http://localhost:3000/callback',
    'http://localhost:3000/callback ',
    'http://localhost:3000/callback\t',
    'http://localhost:3000/callback\r\nset-cookie: a=b',
    'http://127.0.0.1:3000/callback',
    'http://[::1]:3000/callback',
    'http://loc\u0430lhost:3000/callback',
    'http://ｌocalhost:3000/callback',
    'javascript:alert(1)//http://localhost:3000/callback',
    'data:text/html,http://localhost:3000/callback',
    'http://localhost:3000/callback,http://evil.example/',
    '["http://localhost:3000/callback"]',
    'unused://',
    'null',
    '*',
  ];

  it.each(invalidRedirectUris)(
    `none of ${invalidRedirectUris.length} variants is accepted in 3 response modes: %j`,
    async (redirectUri) => {
      for (const responseMode of ['query', 'fragment', 'web_message']) {
        const query = authorizeQuery(t, createPkce(), { redirectUri, responseMode, sessionToken: 'x' });
        expectPage(await authorize(t, query));
      }
    },
  );

  it('are rejected if the request contains two, in one spelling or in two', async () => {
    for (const name of ['redirectUri', 'redirect_uri']) {
      for (const uri of ['https://evil.example/', `${REDIRECT_URI}/`]) {
        const query = authorizeQuery(t, createPkce());
        query.append(name, uri);
        expectPage(await authorize(t, query));
      }
    }
  });

  it('of another app of the site are rejected', async () => {
    const redirectUris = ['https://other.example/callback'];
    await createApp(t.ctx, { body: { app: { name: 'Other', redirectUris } } });
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), { redirectUri: redirectUris[0] })));
  });

  it('appear encoded on the page that rejects them, so that they cannot look like a message', async () => {
    const hostileUri = 'https://evil.example/<b>Your session ended, call "us" \u202e\ud800</b>';
    const { text } = await authorize(t, authorizeQuery(t, createPkce(), { redirectUri: hostileUri }));
    expect(text).toContain('https://evil.example/%3Cb%3EYour%20session%20ended,%20call%20%22us%22%20%E2%80%AE');
    expect(text).not.toMatch(/<b>|Your session|\u202e/);
    const long = `https://evil.example/${'x'.repeat(3_000)}`;
    expect((await authorize(t, authorizeQuery(t, createPkce(), { redirectUri: long }))).text).not.toContain(
      'x'.repeat(301),
    );
  });

  it('with a wildcard, which older versions accepted, are not targets of messages', async () => {
    const { app } = await createApp(t.ctx, { body: { app: { name: 'Old', redirectUris: [REDIRECT_URI] } } });
    await t.db
      .updateTable('apps')
      .set({ redirect_uris: ['http://*/'] })
      .where('id', '=', app.clientId)
      .execute();
    const changes = { clientId: app.clientId, redirectUri: undefined, responseMode: 'web_message' };
    const response = await authorize(t, authorizeQuery(t, createPkce(), changes));
    expect([response.status, response.headers['content-security-policy']]).toEqual([
      400,
      expect.not.stringContaining('*'),
    ]);
  });
});

describe('PKCE downgrade', () => {
  const { challenge } = createPkce();
  const downgrades = [
    ['no challenge', { codeChallenge: undefined }],
    ['no challenge and no method', { codeChallenge: undefined, codeChallengeMethod: undefined }],
    ['an empty challenge', { codeChallenge: '' }],
    ['no method, which RFC 7636 reads as plain', { codeChallengeMethod: undefined }],
    ['plain', { codeChallengeMethod: 'plain' }],
    ['S512', { codeChallengeMethod: 'S512' }],
    ['s256', { codeChallengeMethod: 's256' }],
    ['a list of methods', { codeChallengeMethod: 'S256 plain' }],
    ['a challenge of 42 characters', { codeChallenge: challenge.slice(1) }],
    ['a challenge of 44 characters', { codeChallenge: `${challenge}A` }],
    ['a padded challenge', { codeChallenge: `${challenge}=` }],
    ['a challenge in the other base64', { codeChallenge: `+/${challenge.slice(2)}` }],
    ['a challenge with a line feed', { codeChallenge: `${challenge}\n` }],
  ] as const;

  it.each(downgrades)(`is rejected (${downgrades.length} variants): %s`, async (_name, changes) => {
    const unusedToken = await getSessionToken();
    expectPage(
      await authorize(t, authorizeQuery(t, { verifier: '', challenge }, { ...changes, sessionToken: unusedToken })),
    );
    // The session token must still be valid for a correct request.
    const right = await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: unusedToken }));
    expect(String(right.headers.location)).toContain('code=');
  });
});

describe('the hidden frame', () => {
  const states = [
    '</script><script>alert(1)</script>',
    '</ScRiPt ><img src=x onerror=alert(1)>',
    '<!--<script>',
    ']]>',
    '"};alert(1);//',
    "'+alert(1)+'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a script that a careless page would run
    '`${alert(1)}`',
    '\\',
    '\\"',
    '\\u003c/script>',
    '\u2028alert(1)\u2029',
    '\r\nset-cookie: a=b',
    '\u0000',
    '\u202e\ufeff',
    '&lt;script&gt;&amp;',
    '{"code":"evil"}',
    '__proto__',
    '*',
    'é🙂漢',
    'x'.repeat(2_048),
  ];

  it.each(states)(`posts the exact state and executes nothing in it (${states.length} variants): %j`, async (state) => {
    const proof = createPkce();
    const changes = {
      redirectUri: undefined,
      responseMode: 'web_message',
      sessionToken: await getSessionToken(),
      state,
    };
    const { text, headers } = await authorize(t, authorizeQuery(t, proof, changes));
    expect(text.match(/<\/?script/gi)).toHaveLength(2);
    expect(text).not.toMatch(/[\u2028\u2029]|<!--<|<img/);
    expect(headers['set-cookie']).toBeUndefined();
    const [first] = postedMessagesOf(text);
    expect(first?.message.state).toBe(state);
    expect(Object.keys(first?.message ?? {}).sort()).toEqual(['code', 'state']);
    expect((await exchange(t, first?.message.code ?? '', proof.verifier, { redirectUri: undefined })).status).toBe(200);
  });

  it.each(states)(
    'redirects with the exact state, to the same address and without extra headers: %j',
    async (state) => {
      for (const responseMode of ['query', 'fragment']) {
        const response = await authorize(t, authorizeQuery(t, createPkce(), { responseMode, state }));
        const url = new URL(String(response.headers.location));
        expect(url.origin + url.pathname).toBe(REDIRECT_URI);
        const params = responseMode === 'query' ? url.searchParams : new URLSearchParams(url.hash.slice(1));
        expect(params.get('state')).toBe(state);
        expect(response.headers['set-cookie']).toBeUndefined();
      }
    },
  );

  it('rejects a state of more than 2,048 characters', async () => {
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), { state: 'x'.repeat(2_049) })));
  });

  it('posts once to each of 5 allowed origins, never to *, and allows only those as frame ancestors', async () => {
    const app = {
      name: 'Many',
      redirectUris: [
        'https://a.example/callback',
        'https://a.example/other',
        'https://a.example:8443/callback',
        'http://localhost:5173/',
        'com.example.app://callback',
      ],
      redirectDomains: ['a.example', 'b.example', 'localhost:5173'],
    };
    const { clientId } = (await createApp(t.ctx, { body: { app } })).app;
    const changes = {
      clientId,
      redirectUri: undefined,
      responseMode: 'web_message',
      sessionToken: await getSessionToken(),
    };
    const { text, headers } = await authorize(t, authorizeQuery(t, createPkce(), changes));
    const targets = postedMessagesOf(text).map(({ target }) => target);
    expect([...targets].sort()).toEqual([
      'http://localhost:5173',
      'https://a.example',
      'https://a.example:8443',
      'https://b.example',
      'https://localhost:5173',
    ]);
    expect(text).not.toMatch(/["'`]\*["'`]/);
    const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    expect(ancestors?.split(' ')).toEqual(targets);
  });

  it('posts nothing for a redirect URI with a custom scheme, which is not a page', async () => {
    const redirectUri = 'com.example.app://callback';
    const { clientId } = (await createApp(t.ctx, { body: { app: { name: 'Phone', redirectUris: [redirectUri] } } }))
      .app;
    const changes = { clientId, redirectUri, responseMode: 'web_message', sessionToken: await getSessionToken() };
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), changes)));
  });

  it.each(['*', 'https://*', '*.example', 'a.example b.example', 'a.example;', "'self'", 'a.example/path'])(
    'rejects apps with the domain %j, which would allow other pages to frame it',
    async (domain) => {
      const app = { name: 'Wide', redirectDomains: [domain] };
      await expect(createApp(t.ctx, { body: { app } })).rejects.toThrow('host name');
    },
  );
});

describe('open redirects in other endpoints', () => {
  const evil = 'https://evil.example/';

  it('pre-warm never redirects, whatever parameters it gets', async () => {
    for (const name of ['redirectUri', 'redirect_uri', 'postFlowUrl', 'postLogoutRedirectUri', 'url', 'next']) {
      const response = await get(
        `/portico/v1/pre-warm?${new URLSearchParams({ clientId: t.app.clientId, [name]: evil })}`,
      );
      expect(response.status).toBe(200);
      expect(response.headers.location).toBeUndefined();
      expect(response.text).not.toContain('evil');
    }
  });

  it('logout without a client redirects only to the home page', async () => {
    const logout = '/_api/iam/authentication/v1/logout';
    expect((await get(logout)).headers.location).toBe(`${t.origin}/`);
    expectPage(await get(`${logout}?${new URLSearchParams({ postLogoutRedirectUri: evil })}`));
    const foreign = { host: 'evil.example' };
    expect((await t.call({ method: 'GET', path: logout, headers: foreign })).headers.location).toBe(`${t.origin}/`);
  });

  it('a forged request parameter, or one of another site, leads to the account page', async () => {
    const second = await t.secondSite();
    const foreignClaims = { site: second.site.id, kind: 'visitor', subject: 'authorize' } as const;
    const extra = { params: { redirectUri: evil } };
    const forgedRequests = [
      evil,
      'a.b.c',
      await t.ctx.env.tokenSigner.sign('redirect', { ...foreignClaims, extra }, 600, new Date()),
      await t.ctx.env.tokenSigner.sign('state', { ...foreignClaims, site: t.site.id, extra }, 600, new Date()),
    ];
    for (const request of forgedRequests) {
      const body = { email, password: 'correct horse battery', request };
      const headers = { origin: t.origin };
      const response = await t.call({ method: 'POST', path: '/portico/v1/session/sign-in', body, headers });
      expect(response.body.redirectTo).toBe('/account');
    }
  });
});
