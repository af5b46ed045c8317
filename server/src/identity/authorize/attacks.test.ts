/** Attacks on the authorize endpoint and its frame, and open redirects: each a test, with its figure in the title. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { authorize, authorizeQuery, exchange, login, newEmail, pkce, register } from '../testing/client.ts';
import { postsOf } from '../testing/frame.ts';

let t: TestServer;
const email = newEmail();
beforeAll(async () => {
  t = await testServer();
  await register(t, email);
});
afterAll(() => t.stop());

const sessionToken = async () => (await login(t, email)).body.sessionToken as string;
const get = (path: string) => t.call({ method: 'GET', path });

function expectPage(answer: Awaited<ReturnType<typeof authorize>>, status = 400): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.location).toBeUndefined();
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.text).not.toContain('<script');
}

describe('redirect addresses', () => {
  const tricks = [
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

  it.each(tricks)(`of ${tricks.length} tricks in 3 response modes none is followed: %j`, async (redirectUri) => {
    for (const responseMode of ['query', 'fragment', 'web_message']) {
      const query = authorizeQuery(t, pkce(), { redirectUri, responseMode, sessionToken: 'x' });
      expectPage(await authorize(t, query));
    }
  });

  it('given twice, in one spelling or in two, are refused', async () => {
    for (const name of ['redirectUri', 'redirect_uri']) {
      for (const uri of ['https://evil.example/', `${REDIRECT_URI}/`]) {
        const query = authorizeQuery(t, pkce());
        query.append(name, uri);
        expectPage(await authorize(t, query));
      }
    }
  });

  it('of another app of the site are refused', async () => {
    const redirectUris = ['https://other.example/callback'];
    await createApp(t.ctx, { body: { app: { name: 'Other', redirectUris } } });
    expectPage(await authorize(t, authorizeQuery(t, pkce(), { redirectUri: redirectUris[0] })));
  });

  it('are named by the page that refuses them, encoded, so that they show up as an address and not as a message', async () => {
    const evil = 'https://evil.example/<b>Your session ended, call "us" \u202e\ud800</b>';
    const { text } = await authorize(t, authorizeQuery(t, pkce(), { redirectUri: evil }));
    expect(text).toContain('https://evil.example/%3Cb%3EYour%20session%20ended,%20call%20%22us%22%20%E2%80%AE');
    expect(text).not.toMatch(/<b>|Your session|\u202e/);
    const long = `https://evil.example/${'x'.repeat(3_000)}`;
    expect((await authorize(t, authorizeQuery(t, pkce(), { redirectUri: long }))).text).not.toContain('x'.repeat(301));
  });

  it('of an app with a wildcard on its list, as older versions took it, are the targets of no message', async () => {
    const { app } = await createApp(t.ctx, { body: { app: { name: 'Old', redirectUris: [REDIRECT_URI] } } });
    await t.db
      .updateTable('apps')
      .set({ redirect_uris: ['http://*/'] })
      .where('id', '=', app.clientId)
      .execute();
    const changes = { clientId: app.clientId, redirectUri: undefined, responseMode: 'web_message' };
    const answer = await authorize(t, authorizeQuery(t, pkce(), changes));
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([400, expect.not.stringContaining('*')]);
  });
});

describe('PKCE downgrade', () => {
  const { challenge } = pkce();
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

  it.each(downgrades)(`one of ${downgrades.length}: %s`, async (_name, changes) => {
    const kept = await sessionToken();
    expectPage(await authorize(t, authorizeQuery(t, { verifier: '', challenge }, { ...changes, sessionToken: kept })));
    // Nothing came of it: the session token is still good for a right request.
    const right = await authorize(t, authorizeQuery(t, pkce(), { sessionToken: kept }));
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

  it.each(states)(
    `posts the state letter by letter and runs nothing of it (one of ${states.length}): %j`,
    async (state) => {
      const made = pkce();
      const changes = {
        redirectUri: undefined,
        responseMode: 'web_message',
        sessionToken: await sessionToken(),
        state,
      };
      const { text, headers } = await authorize(t, authorizeQuery(t, made, changes));
      expect(text.match(/<\/?script/gi)).toHaveLength(2);
      expect(text).not.toMatch(/[\u2028\u2029]|<!--<|<img/);
      expect(headers['set-cookie']).toBeUndefined();
      const [first] = postsOf(text);
      expect(first?.message.state).toBe(state);
      expect(Object.keys(first?.message ?? {}).sort()).toEqual(['code', 'state']);
      expect((await exchange(t, first?.message.code ?? '', made.verifier, { redirectUri: undefined })).status).toBe(
        200,
      );
    },
  );

  it.each(states)('the same in a redirect: the address stays, no header is added: %j', async (state) => {
    for (const responseMode of ['query', 'fragment']) {
      const answer = await authorize(t, authorizeQuery(t, pkce(), { responseMode, state }));
      const url = new URL(String(answer.headers.location));
      expect(url.origin + url.pathname).toBe(REDIRECT_URI);
      const said = responseMode === 'query' ? url.searchParams : new URLSearchParams(url.hash.slice(1));
      expect(said.get('state')).toBe(state);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a state of more than 2,048 characters is refused', async () => {
    expectPage(await authorize(t, authorizeQuery(t, pkce(), { state: 'x'.repeat(2_049) })));
  });

  it('posts once to each of 5 allowed origins, never to *, and only those may frame it', async () => {
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
      sessionToken: await sessionToken(),
    };
    const { text, headers } = await authorize(t, authorizeQuery(t, pkce(), changes));
    const targets = postsOf(text).map(({ target }) => target);
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

  it('posts to nobody where the address is no page: an app’s own scheme', async () => {
    const redirectUri = 'com.example.app://callback';
    const { clientId } = (await createApp(t.ctx, { body: { app: { name: 'Phone', redirectUris: [redirectUri] } } }))
      .app;
    const changes = { clientId, redirectUri, responseMode: 'web_message', sessionToken: await sessionToken() };
    expectPage(await authorize(t, authorizeQuery(t, pkce(), changes)));
  });

  it.each(['*', 'https://*', '*.example', 'a.example b.example', 'a.example;', "'self'", 'a.example/path'])(
    'no app can have the domain %j, which would open the frame to others',
    async (domain) => {
      const app = { name: 'Wide', redirectDomains: [domain] };
      await expect(createApp(t.ctx, { body: { app } })).rejects.toThrow('host name');
    },
  );
});

describe('open redirects elsewhere', () => {
  const evil = 'https://evil.example/';

  it('pre-warm goes nowhere, whatever is added to it', async () => {
    for (const name of ['redirectUri', 'redirect_uri', 'postFlowUrl', 'postLogoutRedirectUri', 'url', 'next']) {
      const answer = await get(
        `/portico/v1/pre-warm?${new URLSearchParams({ clientId: t.app.clientId, [name]: evil })}`,
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.text).not.toContain('evil');
    }
  });

  it('logout goes home where no client is named, and to no address then', async () => {
    const logout = '/_api/iam/authentication/v1/logout';
    expect((await get(logout)).headers.location).toBe(`${t.origin}/`);
    expectPage(await get(`${logout}?${new URLSearchParams({ postLogoutRedirectUri: evil })}`));
    const foreign = { host: 'evil.example' };
    expect((await t.call({ method: 'GET', path: logout, headers: foreign })).headers.location).toBe(`${t.origin}/`);
  });

  it('a forged or foreign request parameter leads to the account page', async () => {
    const second = await t.secondSite();
    const theirs = { site: second.site.id, kind: 'visitor', subject: 'authorize' } as const;
    const extra = { params: { redirectUri: evil } };
    const forged = [
      evil,
      'a.b.c',
      await t.ctx.env.tokens.sign('redirect', { ...theirs, extra }, 600, new Date()),
      await t.ctx.env.tokens.sign('state', { ...theirs, site: t.site.id, extra }, 600, new Date()),
    ];
    for (const request of forged) {
      const body = { email, password: 'correct horse battery', request };
      const headers = { origin: t.origin };
      const answer = await t.call({ method: 'POST', path: '/portico/v1/session/sign-in', body, headers });
      expect(answer.body.redirectTo).toBe('/account');
    }
  });
});
