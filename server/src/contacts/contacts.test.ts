import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import type { ContactInfo } from './info.ts';
import { type UpsertInput, upsertContact } from './upsert-contact.ts';

let t: TestServer;
let editor: string;
beforeAll(async () => {
  t = await testServer();
  editor = await t.userToken('editor');
});
afterAll(() => t.stop());

const CONTACTS = '/portico/v1/contacts';
const makeInfo = (email: string, more: object = {}): ContactInfo => ({ emails: { items: [{ email }] }, ...more });
const upsert = (input: Partial<UpsertInput> & { info: ContactInfo }, as = t.ctx) =>
  transaction(as, (ctx) => upsertContact(ctx, { emailVerified: false, source: 'WIX_FORMS', ...input }));
const create = async (info: object) =>
  (await t.call({ method: 'POST', path: CONTACTS, as: t.key, body: { info } })).body.contact;
const list = async (query: string) => (await t.call({ method: 'GET', path: `${CONTACTS}?${query}`, as: t.key })).body;
const get = (id: string, as = t.key) => t.call({ method: 'GET', path: `${CONTACTS}/${id}`, as });

describe('an upsert', () => {
  it('finds the contact by e-mail in any letter case, then by phone in any spelling', async () => {
    const first = await upsert({
      info: makeInfo('Ada@Example.org', { phones: { items: [{ phone: '+1 (212) 555-0150' }] } }),
    });
    expect(first.newContact).toBe(true);
    expect(await upsert({ info: makeInfo('ada@example.ORG') })).toMatchObject({
      contactId: first.contactId,
      newContact: false,
    });
    const phoneMatch = await upsert({ info: { phones: { items: [{ phone: '+12125550150' }] } } });
    expect(phoneMatch).toMatchObject({ contactId: first.contactId, newContact: false });
  });

  it('creates a contact for a new e-mail with another contact’s phone', async () => {
    const phones = { items: [{ phone: '+12125550151' }] };
    const first = await upsert({ info: makeInfo('victim@example.org', { phones }) });
    const other = await upsert({ info: makeInfo('thief@example.org', { phones }) });
    expect(other.newContact).toBe(true);
    expect(other.contactId).not.toBe(first.contactId);
  });

  it('creates one contact in 32 parallel calls for a new person', async () => {
    const results = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        upsert({ info: makeInfo('crowd@example.org', { name: { first: `Name ${index}` } }) }),
      ),
    );
    expect(new Set(results.map(({ contactId }) => contactId)).size).toBe(1);
    expect(results.filter(({ newContact }) => newContact)).toHaveLength(1);
    expect((await list('search=crowd@example.org')).total).toBe(1);
  });

  it('does not find contacts of another site', async () => {
    const { site } = await t.secondSite();
    const { contactId } = await upsert({ info: makeInfo('sites@example.org') });
    const other = await upsert({ info: makeInfo('sites@example.org') }, { ...t.ctx, site });
    expect(other.newContact).toBe(true);
    await expect(upsert({ info: {}, contactId }, { ...t.ctx, site })).rejects.toMatchObject({
      code: 'CONTACT_NOT_FOUND',
    });
  });
});

describe('a merge', () => {
  const newEmail = () => `${newId()}@example.org`;

  it('replaces unconfirmed values, and not confirmed ones', async () => {
    const address = newEmail();
    await upsert({ info: makeInfo(address, { name: { first: 'One' }, company: 'First' }) });
    const second = await upsert({ info: makeInfo(address, { name: { first: 'Two' } }) });
    expect(second.contact.info).toMatchObject({ name: { first: 'Two' }, company: 'First' });
    const confirmed = await upsert({ info: makeInfo(address, { name: { first: 'Real' } }), emailVerified: true });
    expect(confirmed.contact.confirmed_emails).toEqual([address]);
    const forgedUpsert = await upsert({
      info: makeInfo(address, { name: { first: 'Forged', last: 'New' }, company: 'Forged' }),
    });
    expect(forgedUpsert.contact.info).toMatchObject({ name: { first: 'Real', last: 'New' }, company: 'Forged' });
  });

  it('does not replace values of staff', async () => {
    const address = newEmail();
    const { id, revision } = await create(makeInfo(address));
    const body = { contact: { revision, info: { jobTitle: 'Chief' } } };
    const path = `${CONTACTS}/${id}`;
    expect((await t.call({ method: 'PATCH', path, as: editor, body })).status).toBe(200);
    const { contact } = await upsert({ info: makeInfo(address, { jobTitle: 'Clown' }) });
    expect(contact.info.jobTitle).toBe('Chief');
  });

  it('adds entries to lists without duplicates and without changing the primary one', async () => {
    const address = newEmail();
    const homeAddress = { tag: 'HOME', address: { country: 'DE', city: 'Berlin' } };
    await upsert({ info: makeInfo(address, { addresses: { items: [homeAddress] } }) });
    const { contact } = await upsert({
      info: {
        emails: { items: [{ email: address }, { email: `second-${address}`, primary: true }] },
        addresses: { items: [homeAddress, { tag: 'UNTAGGED', address: { country: 'IL', city: 'Haifa' } }] },
      },
    });
    const { emails, addresses } = contact.info;
    expect(emails?.items?.map((one) => [one.email, one.primary])).toEqual([
      [address, true],
      [`second-${address}`, false],
    ]);
    expect(addresses?.items?.map((one) => one.address.city)).toEqual(['Berlin', 'Haifa']);
  });

  it('of the same data does not change the contact', async () => {
    const info = makeInfo(newEmail(), {
      name: { first: 'A', last: 'B' },
      extendedFields: { items: { 'custom.b': 1, 'custom.a': 'x' } },
    });
    const first = await upsert({ info });
    const upsertedAgain = await upsert({ info });
    expect(upsertedAgain.contact.revision).toBe(first.contact.revision);
  });

  it('adds e-mails up to 50', async () => {
    const address = newEmail();
    const items = Array.from({ length: 50 }, (_, index) => ({ email: `${index}-${address}` }));
    await upsert({ info: { emails: { items } } });
    const { contact } = await upsert({
      info: { emails: { items: [{ email: `0-${address}` }, { email: `x-${address}` }] } },
    });
    expect(contact.info.emails?.items).toHaveLength(50);
  });
});

describe('responses with status 200', () => {
  it('returns a contact in the format of the vendor’s fourth version', async () => {
    const contact = await create({
      name: { first: ' Grace ', last: 'Hopper' },
      emails: { items: [{ tag: 'MAIN', email: 'Grace@Example.org' }, { email: 'not an address' }] },
      phones: { items: [{ tag: 'MOBILE', phone: '030 1234567', countryCode: 'DE' }] },
      company: 'Navy',
      birthdate: '1906-12-09',
      labelKeys: { items: ['custom.admirals'] },
      extendedFields: { items: { 'custom.ship': 'USS Hopper' } },
    });
    expect(contact).toMatchObject({
      revision: '1',
      source: { sourceType: 'ADMIN' },
      primaryInfo: { email: 'grace@example.org', phone: '030 1234567' },
      info: {
        name: { first: 'Grace', last: 'Hopper' },
        emails: { items: [{ tag: 'MAIN', email: 'grace@example.org', primary: true }] },
        phones: { items: [{ countryCode: 'DE', e164Phone: '+49301234567' }] },
        company: 'Navy',
        birthdate: '1906-12-09',
        labelKeys: { items: ['custom.admirals'] },
        extendedFields: { items: { 'custom.ship': 'USS Hopper' } },
      },
    });
    expect((await get(contact.id)).body.contact).toEqual(contact);
  });

  it.each([
    ['grace@example.org'],
    ['hop'],
    ['Grace HOPPER'],
    ['navy'],
    ['+49 30 123'],
    ['030-1234567'],
    ['example.org hopper'],
  ])('finds the contact by the search %j', async (search) => {
    const { contacts } = await list(`search=${encodeURIComponent(search)}`);
    expect(contacts.map((one: { info: ContactInfo }) => one.info.name?.last)).toContain('Hopper');
  });

  it.each([["'"], ["\\' | 'x':*"], ['q:*|!zz'], ['%_'], ['!!!'], ['zzzz-nobody'], ["x'); drop table contacts;--"]])(
    'returns no contacts for the search %j',
    async (search) => expect((await list(`search=${encodeURIComponent(search)}`)).contacts).toEqual([]),
  );

  it('returns each contact once on the pages of every order', async () => {
    for (let index = 0; index < 5; index++)
      await create(makeInfo(`page-${index}@pages.example`, { company: `Pages ${index}` }));
    for (const sort of ['CREATED_DATE_DESC', 'CREATED_DATE_ASC', 'UPDATED_DATE_DESC', 'NAME_ASC', 'NAME_DESC']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await list(`search=pages.example&sort=${sort}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.total).toBe(5);
        seen.push(...page.contacts.map((one: { info: ContactInfo }) => one.info.company));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen.toSorted()).toEqual(['Pages 0', 'Pages 1', 'Pages 2', 'Pages 3', 'Pages 4']);
      if (sort === 'NAME_ASC') expect(seen).toEqual(seen.toSorted());
    }
  });

  it('creates labels, lists contacts by label, and deletes a label from every contact', async () => {
    const path = '/portico/v1/contact-labels';
    const createResponse = await t.call({
      method: 'POST',
      path,
      as: editor,
      body: { label: { displayName: 'Big Fish!' } },
    });
    expect(createResponse.body.label).toEqual({ key: 'custom.big-fish', displayName: 'Big Fish!' });
    const { id } = await create(
      makeInfo('fish@example.org', { labelKeys: { items: ['custom.big-fish', 'custom.other'] } }),
    );
    expect((await list('labelKey=custom.big-fish')).contacts.map((one: { id: string }) => one.id)).toEqual([id]);
    const { body } = await t.call({ method: 'GET', path, as: t.key });
    expect(body.labels).toContainEqual({ key: 'custom.other', displayName: 'other' });
    expect((await t.call({ method: 'DELETE', path: `${path}/custom.big-fish`, as: editor })).status).toBe(200);
    expect((await get(id)).body.contact.info.labelKeys).toEqual({ items: ['custom.other'] });
    expect((await list('labelKey=custom.big-fish')).contacts).toEqual([]);
  });

  it('replaces values in the request, deletes empty ones, and leaves the others', async () => {
    const { id, revision } = await create(makeInfo('change@example.org', { company: 'Old', jobTitle: 'Chief' }));
    const info = { company: '', emails: { items: [{ email: 'changed@example.org' }] } };
    const { body } = await t.call({
      method: 'PATCH',
      path: `${CONTACTS}/${id}`,
      as: editor,
      body: { contact: { revision, info } },
    });
    expect(body.contact).toMatchObject({ revision: '2', primaryInfo: { email: 'changed@example.org' } });
    expect(body.contact.info).toMatchObject({ jobTitle: 'Chief' });
    expect(body.contact.info.company).toBeUndefined();
    expect((await list('search=change@example.org')).contacts).toEqual([]);
  });
});

describe('responses with status 400', () => {
  const unsigned = ['CREATED_DATE_DESC', '2026-01-01T00:00:00.000Z', newId()];
  it('returns 400 for a cursor that the server did not sign', async () => {
    const cursor = Buffer.from(JSON.stringify(unsigned)).toString('base64url');
    const response = await t.call({ method: 'GET', path: `${CONTACTS}?cursor=${cursor}`, as: t.key });
    expect([response.status, response.body.details.applicationError.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('returns 400 for a cursor of another site', async () => {
    for (const name of ['first', 'second']) await create(makeInfo(`${name}@cursor.example`));
    const { nextCursor } = await list('search=cursor.example&limit=1');
    expect(await list(`cursor=${nextCursor}`)).toMatchObject({ total: 2, contacts: [{}], nextCursor: null });
    const { site, key } = await t.secondSite();
    const headers = { 'wix-site-id': site.id };
    const response = await t.call({ method: 'GET', path: `${CONTACTS}?cursor=${nextCursor}`, as: key, headers });
    expect([response.status, response.body.details.applicationError.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it.each([
    ['limit=0'],
    ['limit=101'],
    ['sort=random'],
    ['cursor=x'],
    [`cursor=${Buffer.from('["NAME_ASC","a","b"]').toString('base64url')}`],
  ])('returns 400 for a list with %s', async (query) =>
    expect((await t.call({ method: 'GET', path: `${CONTACTS}?${query}`, as: t.key })).status).toBe(400),
  );
});

describe('401, 403 and 404', () => {
  const callsOn = (id: string) =>
    [
      ['GET', CONTACTS],
      ['GET', `${CONTACTS}/${id}`],
      ['GET', '/portico/v1/contact-labels'],
      ['POST', CONTACTS, { info: {} }],
      ['PATCH', `${CONTACTS}/${id}`, { contact: { revision: '1', info: {} } }],
      ['DELETE', `${CONTACTS}/${id}`],
      ['POST', '/portico/v1/contact-labels', { label: { displayName: 'x' } }],
      ['DELETE', '/portico/v1/contact-labels/custom.x'],
    ] as const;

  it('returns 401 or 403 for all calls of visitors, members and keys without the scope, and for changes of viewers', async () => {
    const { id } = await create(makeInfo('rights@example.org'));
    const keyWithoutContacts = await t.keyWith(['submissions:*', 'members:*', 'forms:*', 'items:*']);
    for (const [method, path, body] of callsOn(id)) {
      for (const as of [t.visitor, t.member, keyWithoutContacts])
        expect((await t.call({ method, path, body, as })).status).toBe(403);
      expect((await t.call({ method, path, body })).status).toBe(401);
    }
    const viewer = await t.userToken('viewer');
    for (const [method, path, body] of callsOn(id)) {
      expect((await t.call({ method, path, body, as: viewer })).status).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await get(id)).status).toBe(200);
  });

  it('returns 404 for contacts of another site', async () => {
    const { id } = await create(makeInfo('foreign@example.org'));
    const { key, site } = await t.secondSite();
    const headers = { 'wix-site-id': site.id };
    for (const [method, path, body] of callsOn(id).filter(([, path]) => path.endsWith(id))) {
      expect((await t.call({ method, path, body, as: key, headers })).status).toBe(404);
    }
    const { body } = await t.call({ method: 'GET', path: CONTACTS, as: key, headers });
    expect(body.contacts).toEqual([]);
  });
});

describe('responses with status 409', () => {
  it('returns 409 for another revision than the stored one', async () => {
    const { id } = await create(makeInfo('revision@example.org'));
    const body = { contact: { revision: '7', info: { company: 'x' } } };
    const response = await t.call({ method: 'PATCH', path: `${CONTACTS}/${id}`, as: editor, body });
    expect([response.status, response.body.details.applicationError.code]).toEqual([409, 'REVISION_MISMATCH']);
  });
});
