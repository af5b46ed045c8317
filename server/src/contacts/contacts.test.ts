import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import type { ContactInfo } from './info.ts';
import { type NewsOfContact, upsertContact } from './upsert-contact.ts';

let t: TestServer;
let editor: string;
beforeAll(async () => {
  t = await testServer();
  editor = await t.userToken('editor');
});
afterAll(() => t.stop());

const CONTACTS = '/portico/v1/contacts';
const mailOf = (email: string, more: object = {}): ContactInfo => ({ emails: { items: [{ email }] }, ...more });
const upsert = (news: Partial<NewsOfContact> & { info: ContactInfo }, as = t.ctx) =>
  transaction(as, (ctx) => upsertContact(ctx, { emailVerified: false, source: 'WIX_FORMS', ...news }));
const create = async (info: object) =>
  (await t.call({ method: 'POST', path: CONTACTS, as: t.key, body: { info } })).body.contact;
const list = async (query: string) => (await t.call({ method: 'GET', path: `${CONTACTS}?${query}`, as: t.key })).body;
const get = (id: string, as = t.key) => t.call({ method: 'GET', path: `${CONTACTS}/${id}`, as });

describe('finding who is meant', () => {
  it('by e-mail in any case, then by phone in any spelling', async () => {
    const first = await upsert({
      info: mailOf('Ada@Example.org', { phones: { items: [{ phone: '+1 (212) 555-0150' }] } }),
    });
    expect(first.newContact).toBe(true);
    expect(await upsert({ info: mailOf('ada@example.ORG') })).toMatchObject({
      contactId: first.contactId,
      newContact: false,
    });
    const byPhone = await upsert({ info: { phones: { items: [{ phone: '+12125550150' }] } } });
    expect(byPhone).toMatchObject({ contactId: first.contactId, newContact: false });
  });

  it('an e-mail sent along with the phone of somebody else makes a contact of its own', async () => {
    const phones = { items: [{ phone: '+12125550151' }] };
    const first = await upsert({ info: mailOf('victim@example.org', { phones }) });
    const other = await upsert({ info: mailOf('thief@example.org', { phones }) });
    expect(other.newContact).toBe(true);
    expect(other.contactId).not.toBe(first.contactId);
  });

  it('32 at once that tell of one new person make one contact', async () => {
    const done = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        upsert({ info: mailOf('crowd@example.org', { name: { first: `Name ${index}` } }) }),
      ),
    );
    expect(new Set(done.map(({ contactId }) => contactId)).size).toBe(1);
    expect(done.filter(({ newContact }) => newContact)).toHaveLength(1);
    expect((await list('search=crowd@example.org')).total).toBe(1);
  });

  it('a contact of another site is not one', async () => {
    const { site } = await t.secondSite();
    const { contactId } = await upsert({ info: mailOf('sites@example.org') });
    const there = await upsert({ info: mailOf('sites@example.org') }, { ...t.ctx, site });
    expect(there.newContact).toBe(true);
    await expect(upsert({ info: {}, contactId }, { ...t.ctx, site })).rejects.toMatchObject({
      code: 'CONTACT_NOT_FOUND',
    });
  });
});

describe('what is newly said', () => {
  const email = () => `${newId()}@example.org`;

  it('strangers replace what strangers said, and nothing that is confirmed', async () => {
    const address = email();
    await upsert({ info: mailOf(address, { name: { first: 'One' }, company: 'First' }) });
    const second = await upsert({ info: mailOf(address, { name: { first: 'Two' } }) });
    expect(second.contact.info).toMatchObject({ name: { first: 'Two' }, company: 'First' });
    const confirmed = await upsert({ info: mailOf(address, { name: { first: 'Real' } }), emailVerified: true });
    expect(confirmed.contact.confirmed_emails).toEqual([address]);
    const forged = await upsert({
      info: mailOf(address, { name: { first: 'Forged', last: 'New' }, company: 'Forged' }),
    });
    expect(forged.contact.info).toMatchObject({ name: { first: 'Real', last: 'New' }, company: 'Forged' });
  });

  it('what the site’s people wrote stays against strangers', async () => {
    const address = email();
    const { id, revision } = await create(mailOf(address));
    const body = { contact: { revision, info: { jobTitle: 'Chief' } } };
    const path = `${CONTACTS}/${id}`;
    expect((await t.call({ method: 'PATCH', path, as: editor, body })).status).toBe(200);
    const { contact } = await upsert({ info: mailOf(address, { jobTitle: 'Clown' }) });
    expect(contact.info.jobTitle).toBe('Chief');
  });

  it('lists gain entries, each once; what is primary stays it', async () => {
    const address = email();
    const home = { tag: 'HOME', address: { country: 'DE', city: 'Berlin' } };
    await upsert({ info: mailOf(address, { addresses: { items: [home] } }) });
    const { contact } = await upsert({
      info: {
        emails: { items: [{ email: address }, { email: `second-${address}`, primary: true }] },
        addresses: { items: [home, { tag: 'UNTAGGED', address: { country: 'IL', city: 'Haifa' } }] },
      },
    });
    const { emails, addresses } = contact.info;
    expect(emails?.items?.map((one) => [one.email, one.primary])).toEqual([
      [address, true],
      [`second-${address}`, false],
    ]);
    expect(addresses?.items?.map((one) => one.address.city)).toEqual(['Berlin', 'Haifa']);
  });

  it('the same again changes nothing', async () => {
    const info = mailOf(email(), {
      name: { first: 'A', last: 'B' },
      extendedFields: { items: { 'custom.b': 1, 'custom.a': 'x' } },
    });
    const first = await upsert({ info });
    const again = await upsert({ info });
    expect(again.contact.revision).toBe(first.contact.revision);
  });

  it('a flood of e-mails for one contact ends at 50', async () => {
    const address = email();
    const items = Array.from({ length: 50 }, (_, index) => ({ email: `${index}-${address}` }));
    await upsert({ info: { emails: { items } } });
    const { contact } = await upsert({
      info: { emails: { items: [{ email: `0-${address}` }, { email: `x-${address}` }] } },
    });
    expect(contact.info.emails?.items).toHaveLength(50);
  });
});

describe('200', () => {
  it('a contact in the shape of the vendor’s fourth version', async () => {
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
  ])('the search %j finds her', async (search) => {
    const { contacts } = await list(`search=${encodeURIComponent(search)}`);
    expect(contacts.map((one: { info: ContactInfo }) => one.info.name?.last)).toContain('Hopper');
  });

  it.each([["'"], ["\\' | 'x':*"], ['q:*|!zz'], ['%_'], ['!!!'], ['zzzz-nobody'], ["x'); drop table contacts;--"]])(
    'the search %j finds nobody and breaks nothing',
    async (search) => expect((await list(`search=${encodeURIComponent(search)}`)).contacts).toEqual([]),
  );

  it('pages of every order hold each contact once', async () => {
    for (let index = 0; index < 5; index++)
      await create(mailOf(`page-${index}@pages.example`, { company: `Pages ${index}` }));
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

  it('labels are made, found by, and taken from every contact', async () => {
    const path = '/portico/v1/contact-labels';
    const made = await t.call({ method: 'POST', path, as: editor, body: { label: { displayName: 'Big Fish!' } } });
    expect(made.body.label).toEqual({ key: 'custom.big-fish', displayName: 'Big Fish!' });
    const { id } = await create(
      mailOf('fish@example.org', { labelKeys: { items: ['custom.big-fish', 'custom.other'] } }),
    );
    expect((await list('labelKey=custom.big-fish')).contacts.map((one: { id: string }) => one.id)).toEqual([id]);
    const { body } = await t.call({ method: 'GET', path, as: t.key });
    expect(body.labels).toContainEqual({ key: 'custom.other', displayName: 'other' });
    expect((await t.call({ method: 'DELETE', path: `${path}/custom.big-fish`, as: editor })).status).toBe(200);
    expect((await get(id)).body.contact.info.labelKeys).toEqual({ items: ['custom.other'] });
    expect((await list('labelKey=custom.big-fish')).contacts).toEqual([]);
  });

  it('an update replaces what is sent, clears what is sent empty, and leaves the rest', async () => {
    const { id, revision } = await create(mailOf('change@example.org', { company: 'Old', jobTitle: 'Kept' }));
    const info = { company: '', emails: { items: [{ email: 'changed@example.org' }] } };
    const { body } = await t.call({
      method: 'PATCH',
      path: `${CONTACTS}/${id}`,
      as: editor,
      body: { contact: { revision, info } },
    });
    expect(body.contact).toMatchObject({ revision: '2', primaryInfo: { email: 'changed@example.org' } });
    expect(body.contact.info).toMatchObject({ jobTitle: 'Kept' });
    expect(body.contact.info.company).toBeUndefined();
    expect((await list('search=change@example.org')).contacts).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    ['limit=0'],
    ['limit=101'],
    ['sort=random'],
    ['cursor=x'],
    [`cursor=${Buffer.from('["NAME_ASC","a","b"]').toString('base64url')}`],
  ])('a list with %s', async (query) =>
    expect((await t.call({ method: 'GET', path: `${CONTACTS}?${query}`, as: t.key })).status).toBe(400),
  );
});

describe('401, 403 and 404', () => {
  const calls = (id: string) =>
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

  it('visitors, members and keys without the scope are refused everything, a viewer every change', async () => {
    const { id } = await create(mailOf('rights@example.org'));
    const scoped = await t.keyWith(['submissions:*', 'members:*', 'forms:*', 'items:*']);
    for (const [method, path, body] of calls(id)) {
      for (const as of [t.visitor, t.member, scoped])
        expect((await t.call({ method, path, body, as })).status).toBe(403);
      expect((await t.call({ method, path, body })).status).toBe(401);
    }
    const viewer = await t.userToken('viewer');
    for (const [method, path, body] of calls(id)) {
      expect((await t.call({ method, path, body, as: viewer })).status).toBe(method === 'GET' ? 200 : 403);
    }
    expect((await get(id)).status).toBe(200);
  });

  it('another site’s contact is not there', async () => {
    const { id } = await create(mailOf('foreign@example.org'));
    const { key, site } = await t.secondSite();
    const headers = { 'wix-site-id': site.id };
    for (const [method, path, body] of calls(id).filter(([, path]) => path.endsWith(id))) {
      expect((await t.call({ method, path, body, as: key, headers })).status).toBe(404);
    }
    const { body } = await t.call({ method: 'GET', path: CONTACTS, as: key, headers });
    expect(body.contacts).toEqual([]);
  });
});

describe('409', () => {
  it('a revision that is another by now', async () => {
    const { id } = await create(mailOf('revision@example.org'));
    const body = { contact: { revision: '7', info: { company: 'x' } } };
    const answer = await t.call({ method: 'PATCH', path: `${CONTACTS}/${id}`, as: editor, body });
    expect([answer.status, answer.body.details.applicationError.code]).toEqual([409, 'REVISION_MISMATCH']);
  });
});
