import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStarterContent } from './starter.ts';
import { type TestServer, testServer } from './testing/index.ts';

let t: TestServer;
let formId: string;
beforeAll(async () => {
  t = await testServer();
  const starter = await makeStarterContent(t.ctx);
  formId = starter?.formId ?? '';
});
afterAll(() => t.stop());

describe('the contact form of the starter content', () => {
  it('creates a contact with first name, last name and e-mail', async () => {
    const submissions = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.org',
      topic: 'A question',
      message: 'Is there a reading group?\nI would come.',
    };
    const body = { submission: { formId, submissions } };
    const response = await t.call({ method: 'POST', path: '/v4/submissions', as: t.visitor, body });
    expect(response.status).toBe(200);
    const { contacts } = (await t.call({ method: 'GET', path: '/portico/v1/contacts', as: t.key })).body;
    expect(contacts).toHaveLength(1);
    expect(contacts[0].info.name).toEqual({ first: 'Ada', last: 'Lovelace' });
    expect(contacts[0].primaryInfo).toEqual({ email: 'ada@example.org' });
  });

  it('has a multi-line field for the message', async () => {
    const { form } = (await t.call({ method: 'GET', path: `/v4/forms/${formId}`, as: t.visitor })).body;
    const message = form.formFields.find((field: Field) => field.inputOptions?.target === 'message');
    expect(message.identifier).toBe('TEXT_AREA');
  });
});

interface Field {
  readonly inputOptions?: { readonly target: string };
}
