import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../events/index.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { input, text } from '../testing/sample-forms.ts';
import { type Json, submissionCalls } from '../testing/submission-calls.ts';

let t: TestServer;
let received: { type: string; entityId: string; payload: unknown }[];
let unlisten: () => void;
let formId: string;
beforeAll(async () => {
  t = await testServer();
  received = [];
  const names = (['contact_mapped', 'contact_mapping_skipped'] as const).map(
    (name) => `wix.forms.v4.submission_submission_${name}` as const,
  );
  unlisten = listen(names, async (_db, event) => void received.push(event));
  formId = await makeForm(makeContactFields());
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const mappedField = (
  target: string,
  contactField: string,
  more: object = {},
  validation: Record<string, unknown> = {},
) => text(target, validation, { contactMapping: { contactField, ...more } });

const makeContactFields = () => [
  mappedField('first', 'FIRST_NAME'),
  mappedField('last', 'LAST_NAME'),
  mappedField('company', 'COMPANY'),
  mappedField('position', 'POSITION'),
  mappedField('email', 'EMAIL', { emailInfo: { tag: 'MAIN' } }, { format: 'EMAIL' }),
  mappedField('phone', 'PHONE', { phoneInfo: { tag: 'MOBILE' } }, { format: 'PHONE' }),
  mappedField('birth', 'BIRTHDATE', {}, { format: 'DATE' }),
  mappedField('vat', 'VAT_ID'),
  mappedField('hobby', 'CUSTOM_FIELD', { customFieldInfo: { key: 'custom.hobby' } }),
  input(
    'address',
    'ADDRESS',
    'addressOptions',
    {
      componentType: 'MULTILINE_ADDRESS',
      multilineAddressOptions: { label: 'Address' },
      validation: {},
    },
    { contactMapping: { contactField: 'ADDRESS', addressInfo: { tag: 'HOME' } } },
  ),
  input(
    'news',
    'BOOLEAN',
    'booleanOptions',
    { componentType: 'CHECKBOX', checkboxOptions: {}, validation: {} },
    {
      contactMapping: {
        contactField: 'SUBSCRIPTION',
        subscriptionInfo: { confirmationLevel: 'DOUBLE_CONFIRMATION', subscriptionChannels: ['EMAIL', 'SMS'] },
      },
    },
  ),
  text('note'),
];

const { get, make, submitted } = submissionCalls(() => t);
const makeForm = async (formFields: object[], more: object = {}) =>
  (await make({ name: newId(), formFields, ...more })).id;

/** Submits values and returns the stored submission. */
async function submit(submissions: Json, as = t.visitor, form = formId) {
  const { id } = await submitted(form, submissions, {}, as);
  return (await get(`submissions/${id}`)).body.submission;
}
const contactOf = async (id: string) =>
  (await t.call({ method: 'GET', path: `/portico/v1/contacts/${id}`, as: t.key })).body.contact;
const mapAgain = (body: object, as = t.key) => t.call({ method: 'POST', path: '/v4/submissions-contacts', as, body });
const eventOf = (id: string) =>
  vi.waitFor(() => {
    const event = received.find(({ entityId }) => entityId === id);
    if (!event) throw new Error('not yet');
    return event;
  }, 10_000);

describe('a submission', () => {
  it('creates a contact with every mapped field', async () => {
    const { contactId, id } = await submit({
      first: 'Ada',
      last: 'Lovelace',
      company: 'Engines',
      position: 'Countess',
      email: 'Ada@Example.org',
      phone: '+12125550150',
      birth: '1985-12-10',
      vat: 'DE123',
      hobby: 'Numbers',
      address: { country: 'US', subdivision: 'NY', city: 'New York', addressLine: '1 Main St', postalCode: '10001' },
      news: true,
      note: 'not mapped',
    });
    expect(await contactOf(contactId)).toMatchObject({
      source: { sourceType: 'WIX_FORMS' },
      info: {
        name: { first: 'Ada', last: 'Lovelace' },
        company: 'Engines',
        jobTitle: 'Countess',
        birthdate: '1985-12-10',
        emails: { items: [{ tag: 'MAIN', email: 'ada@example.org', primary: true }] },
        phones: { items: [{ tag: 'MOBILE', countryCode: 'US', e164Phone: '+12125550150' }] },
        addresses: {
          items: [
            { tag: 'HOME', address: { country: 'US', subdivision: 'US-NY', city: 'New York', postalCode: '10001' } },
          ],
        },
        extendedFields: {
          items: {
            'invoices.vatId': 'DE123',
            'custom.hobby': 'Numbers',
            'emailSubscriptions.subscriptionStatus': 'PENDING',
          },
        },
      },
    });
    expect(await eventOf(id)).toMatchObject({
      type: 'wix.forms.v4.submission_submission_contact_mapped',
      payload: {
        contactId,
        namespace: 'wix.form_app.form',
        contactIdentityType: 'CONTACT',
        marketingSubscriptionDetails: {
          formId,
          emails: ['ada@example.org'],
          phones: ['+12125550150'],
          optInLevel: 'DOUBLE_CONFIRMATION',
          phoneOptInLevel: 'DOUBLE_CONFIRMATION',
        },
      },
    });
  });

  it('without name, e-mail and phone creates no contact, but an event', async () => {
    const { contactId, id } = await submit({ note: 'hello', company: 'Nobody Ltd' });
    expect(contactId).toBeUndefined();
    const type = 'wix.forms.v4.submission_submission_contact_mapping_skipped';
    expect(await eventOf(id)).toMatchObject({ type, payload: { formId, namespace: 'wix.form_app.form' } });
  });

  it('adds the labels of the form to the contact', async () => {
    const upsertContact = { labels: ['custom.leads'] };
    const form = await makeForm([mappedField('email', 'EMAIL')], { postSubmissionTriggers: { upsertContact } });
    const { contactId } = await submit({ email: 'lead@example.org' }, t.visitor, form);
    expect((await contactOf(contactId)).info.labelKeys).toEqual({ items: ['custom.leads'] });
  });

  it.each([
    ['a visitor', () => t.visitor, 'NOT_AUTHENTICATED_MEMBER', undefined],
    ['another member', () => t.otherMember, 'NOT_AUTHENTICATED_MEMBER', undefined],
    ['the member', () => t.member, 'MEMBER', () => t.memberId],
  ] as const)('with a member’s e-mail is mapped by who sends it: %s', async (_who, as, identity, memberId) => {
    const { contactId, id } = await submit({ email: 'member@example.org', first: identity }, as());
    expect((await eventOf(id)).payload).toMatchObject({ contactIdentityType: identity, contactId });
    expect((await contactOf(contactId)).memberId).toBe(memberId?.());
  });

  it('shares one new contact with 23 parallel submissions of the same e-mail', async () => {
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, n) => submit({ email: 'rush@example.org', first: `N${n}` })),
    );
    expect(new Set(all.map(({ contactId }) => contactId)).size).toBe(1);
  });

  it('is unlinked from a deleted contact', async () => {
    const { contactId, id } = await submit({ email: 'gone@example.org' });
    await t.call({ method: 'DELETE', path: `/portico/v1/contacts/${contactId}`, as: t.key });
    await vi.waitFor(async () => {
      const { body } = await t.call({ method: 'GET', path: `/v4/submissions/${id}`, as: t.key });
      expect(body.submission.contactId).toBeUndefined();
    }, 10_000);
  });
});

describe('upsert from a submission', () => {
  it('returns the contact, and confirms its e-mail if it is verified', async () => {
    const form = await makeForm([mappedField('email', 'EMAIL'), mappedField('first', 'FIRST_NAME')]);
    const { id, contactId } = await submit({ email: 'later@example.org', first: 'A' }, t.visitor, form);
    const { body, status } = await mapAgain({ submissionId: id, emailVerified: true });
    expect([status, body]).toEqual([
      200,
      { submitContactResponse: { contactId, identityType: 'CONTACT', newContact: false } },
    ]);
    expect((await contactOf(contactId)).confirmedEmails).toEqual(['later@example.org']);
    const laterSubmission = await submit({ email: 'later@example.org', first: 'B' }, t.visitor, form);
    expect((await contactOf(laterSubmission.contactId)).info.name.first).toBe('A');
  });

  it('completes the contact that the request names', async () => {
    const { body } = await t.call({
      method: 'POST',
      path: '/portico/v1/contacts',
      as: t.key,
      body: { info: { name: { first: 'Named' } } },
    });
    const { id } = await submit({ email: 'named@example.org' });
    const { body: response } = await mapAgain({ submissionId: id, contactId: body.contact.id });
    expect(response.submitContactResponse.contactId).toBe(body.contact.id);
    expect((await contactOf(body.contact.id)).primaryInfo.email).toBe('named@example.org');
  });

  it('returns 403 for visitors, members, viewers and keys without the scope', async () => {
    const { id } = await submit({ email: 'rights@example.org' });
    const others = [t.visitor, t.member, await t.userToken('viewer'), await t.keyWith(['contacts:*', 'forms:*'])];
    for (const as of others) expect((await mapAgain({ submissionId: id }, as)).status).toBe(403);
  });

  it('returns 404 for an unknown submission or contact, and 428 for values that identify no person', async () => {
    const codeOf = async (body: object) => {
      const response = await mapAgain(body);
      return [response.status, response.body.details.applicationError.code];
    };
    const [mappable, unmappable] = [await submit({ email: 'codes@example.org' }), await submit({ note: 'x' })];
    expect(await codeOf({ submissionId: newId() })).toEqual([404, 'SUBMISSION_NOT_FOUND']);
    expect(await codeOf({ submissionId: mappable.id, contactId: newId() })).toEqual([404, 'CONTACT_NOT_FOUND']);
    expect(await codeOf({ submissionId: unmappable.id })).toEqual([428, 'NOTHING_TO_MAP']);
  });
});

describe('a member', () => {
  it('exports the contact, which is unlinked or deleted with the member', async () => {
    const { contactId } = await submit({ email: 'member@example.org', first: 'Me' }, t.member);
    const { body } = await t.call({ method: 'GET', path: '/portico/v1/my/export', as: t.member });
    expect(body.contacts.map((one: { id: string }) => one.id)).toEqual([contactId]);
    const others = await submit({ email: 'other@example.org', first: 'Other' }, t.otherMember);
    await t.call({ method: 'DELETE', path: `/v1/members/${t.memberId}`, as: t.key });
    await vi.waitFor(async () => expect((await contactOf(contactId)).memberId).toBeUndefined(), 10_000);
    await t.configure({ members: { contentOfDeleted: 'DELETE' } });
    await t.call({ method: 'DELETE', path: `/v1/members/${t.otherMemberId}`, as: t.key });
    await vi.waitFor(async () => expect(await contactOf(others.contactId)).toBeUndefined(), 10_000);
  });
});
