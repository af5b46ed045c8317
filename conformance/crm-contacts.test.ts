/**
 * Tests contacts and labels with the vendor's unmodified CRM package. Versions 4 and 5 of its API return the
 * same contacts.
 */
import { contacts, contactsV5, labels } from '@wix/crm';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

const modules = { contacts, contactsV5, labels };
const newAdmin = (site: ServedSite) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey: site.t.key, siteId: site.t.site.id }) });

let site: ServedSite;
let admin: ReturnType<typeof newAdmin>;
beforeAll(async () => {
  site = await serveSite();
  admin = newAdmin(site);
});
afterAll(() => site.stop());

const missingId = '00000000-0000-4000-8000-000000000000';
const person = (email: string, first = 'Ada', last = 'Lovelace') => ({
  name: { first, last },
  emails: { items: [{ tag: 'MAIN' as const, email }] },
  phones: { items: [{ tag: 'MOBILE' as const, countryCode: 'US', phone: '(212) 555-0150' }] },
});

describe('contacts, fourth version', () => {
  it('are created, read, changed and deleted', async () => {
    const email = newEmail();
    const { contact } = await admin.contacts.createContact(person(email));
    expect(contact).toMatchObject({
      revision: 1,
      info: { name: { first: 'Ada', last: 'Lovelace' } },
      primaryInfo: { email, phone: '(212) 555-0150' },
      primaryEmail: { email, subscriptionStatus: 'NOT_SET' },
      primaryPhone: { e164Phone: '+12125550150' },
    });
    expect(contact?._createdDate).toBeInstanceOf(Date);
    const id = contact?._id as string;
    expect(await admin.contacts.getContact(id)).toEqual(contact);
    const { contact: changed } = await admin.contacts.updateContact(id, { company: 'Engines' }, 1);
    expect(changed).toMatchObject({ revision: 2, info: { company: 'Engines', name: { first: 'Ada' } } });
    expect(await thrownBy(admin.contacts.updateContact(id, { company: 'Late' }, 1))).toMatchObject({ status: 409 });
    await admin.contacts.deleteContact(id);
    expect(await thrownBy(admin.contacts.getContact(id))).toMatchObject({ status: 404, code: 'CONTACT_NOT_FOUND' });
  });

  it('cannot share an e-mail unless duplicates are allowed', async () => {
    const email = newEmail();
    const { contact } = await admin.contacts.createContact(person(email));
    const rejected = await thrownBy(admin.contacts.createContact(person(email.toUpperCase())));
    expect(rejected).toMatchObject({ status: 409, code: 'DUPLICATE_CONTACT_EXISTS' });
    expect(rejected.message).toContain(contact?._id);
    const second = await admin.contacts.createContact(person(email), { allowDuplicates: true });
    expect(second.contact?._id).not.toBe(contact?._id);
  });

  it('need a name, an e-mail or a phone', async () => {
    expect(await thrownBy(admin.contacts.createContact({ company: 'Engines' }))).toMatchObject({ status: 400 });
  });

  it('are queried by filter, sort and offset', async () => {
    const last = `Q${crypto.randomUUID()}`;
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const [index, email] of emails.entries()) {
      await admin.contacts.createContact({ name: { first: `N${index}`, last }, emails: { items: [{ email }] } });
    }
    const found = await admin.contacts.queryContacts().eq('info.name.last', last).ascending('info.name.first').find();
    expect(found.items.map(({ primaryInfo }) => primaryInfo?.email)).toEqual(emails);
    expect(found.totalCount).toBe(3);
    const secondPage = await admin.contacts
      .queryContacts()
      .eq('info.name.last', last)
      .descending('info.name.first')
      .skip(1)
      .limit(1)
      .find();
    expect(secondPage.items.map(({ info }) => info?.name?.first)).toEqual(['N1']);
    const byEmail = async (email: string) =>
      (await admin.contacts.queryContacts().eq('primaryInfo.email', email).find()).items.length;
    expect(await byEmail((emails[0] as string).toUpperCase())).toBe(1);
    expect(await byEmail('nobody@example.org')).toBe(0);
    const foundByPrefix = await admin.contacts.queryContacts().startsWith('info.name.last', last.slice(0, 20)).find();
    expect(foundByPrefix.items).toHaveLength(3);
    const foundByEmails = await admin.contacts.queryContacts().hasSome('primaryInfo.email', emails.slice(0, 2)).find();
    expect(foundByEmails.items).toHaveLength(2);
  });

  it('are hidden from visitors', async () => {
    const visitor = createClient({ modules, auth: OAuthStrategy({ clientId: site.t.app.clientId }) });
    expect(await thrownBy(visitor.contacts.createContact(person(newEmail())))).toMatchObject({ status: 403 });
    expect(await thrownBy(visitor.contacts.queryContacts().find())).toMatchObject({ status: 403 });
    expect(await thrownBy(visitor.contactsV5.getContact(missingId))).toMatchObject({ status: 403 });
  });
});

describe('labels', () => {
  it('are created once, listed, added to contacts and removed', async () => {
    const displayName = `Walkers ${crypto.randomUUID().slice(0, 8)}`;
    const { label, newLabel } = await admin.labels.findOrCreateLabel(displayName);
    expect([label?.displayName, label?.labelType, newLabel]).toEqual([displayName, 'USER_DEFINED', true]);
    const key = label?.key as string;
    expect((await admin.labels.findOrCreateLabel(displayName)).newLabel).toBe(false);
    expect((await admin.labels.getLabel(key)).displayName).toBe(displayName);
    expect((await admin.labels.queryLabels().startsWith('displayName', 'Walkers').find()).items).toHaveLength(1);

    const { contact } = await admin.contacts.createContact(person(newEmail()));
    const id = contact?._id as string;
    const labeled = await admin.contacts.labelContact(id, [key]);
    expect(labeled.contact?.info?.labelKeys?.items).toEqual([key]);
    const found = await admin.contacts.queryContacts().hasSome('info.labelKeys', [key]).find();
    expect(found.items.map(({ _id }) => _id)).toEqual([id]);
    expect((await admin.contacts.unlabelContact(id, [key])).contact?.info?.labelKeys).toBeUndefined();
    expect(await thrownBy(admin.contacts.labelContact(id, ['custom.nothing']))).toMatchObject({
      status: 404,
      code: 'CONTACT_LABEL_NOT_FOUND',
    });
    await admin.labels.deleteLabel(key);
    expect(await thrownBy(admin.labels.getLabel(key))).toMatchObject({ status: 404 });
  });
});

describe('contacts, fifth version', () => {
  it('are created and read, and are the same contacts as in the fourth version', async () => {
    const [email, otherEmail] = [newEmail(), newEmail()];
    const contact = await admin.contactsV5.createContact({
      name: { first: 'Grace', last: 'Hopper' },
      email: { email },
      additionalEmails: [{ email: otherEmail }],
      phone: { phone: '+1 212 555 0151' },
      company: { name: 'Navy', jobTitle: 'Admiral' },
    });
    const id = contact._id as string;
    expect(contact).toMatchObject({
      revision: '1',
      name: { first: 'Grace', last: 'Hopper' },
      email: { email },
      additionalEmails: [{ email: otherEmail }],
      phone: { e164: '+12125550151' },
      company: { name: 'Navy', jobTitle: 'Admiral' },
    });
    expect(await admin.contactsV5.getContact(id)).toEqual(contact);
    expect((await admin.contacts.getContact(id)).info).toMatchObject({ company: 'Navy', jobTitle: 'Admiral' });
    const duplicate = admin.contactsV5.createContact({ email: { email: otherEmail } });
    expect(await thrownBy(duplicate)).toMatchObject({ status: 409, code: 'DUPLICATE_CONTACT_EXISTS' });
  });

  it('are queried page by page, and found by words', async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    const company = { name: `Works ${crypto.randomUUID()}` };
    for (const email of emails) await admin.contactsV5.createContact({ email: { email }, company });
    const first = await admin.contactsV5.queryContacts().in('email.email', emails).limit(2).find();
    expect(first.items.map(({ email }) => email?.email)).toEqual(emails.slice(0, 2));
    expect(first.hasNext()).toBe(true);
    const second = await first.next();
    expect(second.items.map(({ email }) => email?.email)).toEqual(emails.slice(2));
    expect(second.hasNext()).toBe(false);
    const search = { search: { expression: company.name, mode: 'AND' as const }, cursorPaging: { limit: 2 } };
    const found = await admin.contactsV5.searchContacts(search);
    expect(found.contacts).toHaveLength(2);
    expect(found.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
  });

  it('have labels as private tags', async () => {
    const { label } = await admin.labels.findOrCreateLabel('Friends');
    const key = label?.key as string;
    const contact = await admin.contactsV5.createContact({ email: { email: newEmail() } });
    const assignTags = { privateTags: { tagIds: [key] } };
    const taggedContact = await admin.contactsV5.updateContactTags(contact._id as string, { assignTags });
    expect(taggedContact.contact?.tags?.privateTags?.tagIds).toEqual([key]);
  });
});
