/** The origins whose pages may show a form and submit it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { formCalls } from '../testing/form-calls.ts';
import { text } from '../testing/sample-forms.ts';

let t: TestServer;
const { make, change, create, get } = formCalls(() => t);
const ALLOWED_ORIGIN = 'https://shop.example';

let form: { id: string; revision: string };
beforeAll(async () => {
  t = await testServer();
  form = await make({ formFields: [text('a')], submissionPolicy: { allowedOrigins: [ALLOWED_ORIGIN] } });
});
afterAll(() => t.stop());

/** Makes the calls that a form on a page of this origin makes, and returns their statuses. */
async function callsFrom(
  origin: string | undefined,
  token: string,
  formId = form.id,
): Promise<(string | number | undefined)[]> {
  const headers = { authorization: token, ...(origin ? { origin } : {}) };
  const ticket = await t.call({ method: 'GET', path: `/portico/v1/forms/${formId}/ticket`, headers });
  const body = { submission: { formId, submissions: { a: 'x' } } };
  const submission = await t.call({ method: 'POST', path: '/v4/submissions', headers, body });
  return [ticket, submission].map((response) => (response.status === 200 ? 200 : codeOf(response)));
}

const DENIED = ['FORM_ORIGIN_NOT_ALLOWED', 'FORM_ORIGIN_NOT_ALLOWED'];

describe('a form with allowed origins', () => {
  it('rejects visitors and members on pages of other origins', async () => {
    expect(await callsFrom('https://evil.example', t.visitor)).toEqual(DENIED);
    expect(await callsFrom('https://evil.example', t.member)).toEqual(DENIED);
    expect(await callsFrom('null', t.visitor)).toEqual(DENIED);
    expect(await callsFrom(`${ALLOWED_ORIGIN}.evil.example`, t.visitor)).toEqual(DENIED);
  });

  it('rejects uploads from pages of other origins before it looks at the file', async () => {
    const response = await t.call({
      method: 'POST',
      path: '/v4/submissions/media-upload-url',
      headers: { authorization: t.visitor, origin: 'https://evil.example' },
      body: { formId: form.id, filename: 'a.png', mimeType: 'image/png' },
    });
    expect(codeOf(response)).toBe('FORM_ORIGIN_NOT_ALLOWED');
  });

  it('accepts pages of the allowed origins and of the site itself', async () => {
    expect(await callsFrom(ALLOWED_ORIGIN, t.visitor)).toEqual([200, 200]);
    expect(await callsFrom(t.origin, t.visitor)).toEqual([200, 200]);
  });

  it('accepts programs, which send no origin, and API keys', async () => {
    expect(await callsFrom(undefined, t.visitor)).toEqual([200, 200]);
    expect(await callsFrom('https://evil.example', t.key)).toEqual([200, 200]);
  });

  it('shows the origins to visitors, because the policy of its page contains them', async () => {
    const { body } = await get(`/v4/forms/${form.id}`, t.visitor);
    expect(body.form.submissionPolicy).toEqual({ allowedOrigins: [ALLOWED_ORIGIN] });
  });

  it('accepts every origin again once the list is empty', async () => {
    const other = await make({ formFields: [text('a')], submissionPolicy: { allowedOrigins: [ALLOWED_ORIGIN] } });
    await change({ id: other.id, revision: other.revision, submissionPolicy: { allowedOrigins: [] } });
    expect(await callsFrom('https://evil.example', t.visitor, other.id)).toEqual([200, 200]);
  });
});

describe('an allowed origin', () => {
  it.each([
    'shop.example',
    'https://shop.example/',
    'https://Shop.example',
    'https://*.example',
    'https://shop.example; script-src *',
    "https://shop.example 'self'",
    'javascript:alert(1)',
    'https://user@shop.example',
    'https://',
  ])('%s is rejected', async (origin) => {
    expect((await create({ formFields: [text('a')], submissionPolicy: { allowedOrigins: [origin] } })).status).toBe(
      400,
    );
  });

  it.each(['http://localhost:3000', 'https://xn--mnchen-3ya.example', 'http://[::1]:8080'])(
    '%s is accepted',
    async (origin) => {
      expect((await create({ formFields: [text('a')], submissionPolicy: { allowedOrigins: [origin] } })).status).toBe(
        200,
      );
    },
  );
});
