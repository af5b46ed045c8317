/** Renders every component without a browser, as a website's server does. */
import { createClient, memberAuth } from '@portico/sdk';
import { createElement, type ReactNode } from 'react';
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { he, Image, type InitialSession, SignIn, type Texts } from './index.ts';
import { book, everyComponent, member, pageWith, postedForms, suspended } from './testing/every-component.tsx';

const auth = memberAuth({ clientId: 'app' });
/** No component may send a request while it renders on a server. */
const noFetch = async (): Promise<Response> => {
  throw new Error('A component sent a request while it was rendered.');
};

function render(element: ReactNode, initialSession?: InitialSession, texts?: Texts): string {
  const client = createClient({ url: 'https://portico.example', fetch: noFetch, auth });
  return renderToStaticMarkup(pageWith(element, { client, initialSession, texts }));
}

describe('components rendered on a server', () => {
  it('cannot use a browser', () => {
    expect(typeof window).toBe('undefined');
    expect(typeof document).toBe('undefined');
  });

  it.each(everyComponent)('$name', ({ element, shown, signedIn }) => {
    expect(render(element, { member: null })).toContain(shown);
    expect(render(element, { member })).toContain(signedIn);
    // Without the session, the server must not render anything that depends on it.
    expect(render(element)).not.toContain('Ada');
  });

  it('speak the language of the provider', () => {
    expect(render(createElement(SignIn), { member: null }, he)).toContain(he.signIn.button);
  });

  it('need no provider where a server handles their forms', () => {
    for (const form of postedForms) expect(renderToStaticMarkup(form)).toMatch(/<form [^>]*method="post"/);
  });

  it('leave the check of required inputs to the browser until they are hydrated', () => {
    const html = postedForms.map((form) => renderToStaticMarkup(form)).join('');
    expect(html.match(/<input [^>]*required=""/g)?.length).toBeGreaterThanOrEqual(6);
    expect(html).not.toMatch(/novalidate/i);
  });

  it('show no image of a URL that could run script', () => {
    for (const value of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png', null, { url: 5 }])
      expect(renderToStaticMarkup(createElement(Image, { value, alt: '' }))).toBe('');
  });

  it('wait for suspended data if the session is known', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'Bearer' };
    const page = { dataItems: [{ id: 'b1', data: book }], pagingMetadata: {} };
    const respond: typeof fetch = async (input) => Response.json(String(input).includes('token') ? tokens : page);
    const client = createClient({ url: 'https://portico.example', fetch: respond, auth });
    const stream = await renderToReadableStream(pageWith(suspended, { client, initialSession: { member: null } }));
    await stream.allReady;
    expect(await new Response(stream).text()).toContain('<ul>Frankenstein');
  });
});
