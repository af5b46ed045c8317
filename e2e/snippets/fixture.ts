/** The content and the people of the site on which the code blocks of the documentation run. */
import type { Api } from '../support/api.ts';
import { submit, text, upload } from '../support/form-fields.ts';
import type { Values } from './variables.ts';

const MEMBER = { email: 'jane@example.org', password: 'a long enough password' } as const;

/** What the tests of code blocks need beyond the starter content. */
export interface Fixture extends Values {
  readonly clientSecret: string;
}

/**
 * Creates an app, a member and a form that accepts files, and lets members write books that have more fields.
 * @param redirectUris the addresses of the websites on which code blocks run
 */
export async function createFixture(api: Api, url: string, redirectUris: readonly string[]): Promise<Fixture> {
  const app = { name: 'Documentation', redirectUris: redirectUris };
  const created = await api.postAsOwner('/portico/v1/apps', { app });
  await api.post('/v2/register', { loginId: { email: MEMBER.email }, password: MEMBER.password });
  const { form } = await api.post('/v4/forms', { form: contactForm() });
  return {
    ...MEMBER,
    url,
    formId: form.id,
    siteId: api.siteId,
    clientId: created.app.clientId,
    clientSecret: created.clientSecret,
  };
}

/** The form of the starter content, with uploads and without required fields. */
const contactForm = () => ({
  name: 'Contact',
  namespace: 'wix.form_app.form',
  formFields: [
    text('CONTACTS_FIRST_NAME', 'first_name', 'First name'),
    text('CONTACTS_LAST_NAME', 'last_name', 'Last name'),
    text('CONTACTS_EMAIL', 'email', 'E-mail', { validation: { format: 'EMAIL' } }),
    text('LONG_TEXT', 'message', 'Message'),
    upload('photo', 'Photo'),
    upload('attachment', 'Attachment'),
    submit(),
  ],
});

/** Lets members write books, and adds the fields and items that code blocks use beyond the starter content. */
export async function extendBooks(api: Api): Promise<void> {
  const permissions = { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
  const publishers = { id: 'Publishers', fields: [{ key: 'title', type: 'TEXT' }], permissions };
  await api.post('/v2/collections', { collection: publishers });
  const reference = { referencedCollectionId: 'Publishers' };
  for (const field of [
    { key: 'language', type: 'TEXT' },
    { key: 'published', type: 'DATETIME' },
    { key: 'pages', type: 'NUMBER' },
    { key: 'sold', type: 'NUMBER' },
    { key: 'publisher', type: 'REFERENCE', typeMetadata: { reference } },
  ])
    await api.post('/v2/collections/create-field', { dataCollectionId: 'Books', field });
  await api.patch('/v2/collections/Books', {
    dataCollection: { permissions: { ...permissions, insert: 'SITE_MEMBER', update: 'SITE_MEMBER' } },
  });
  for (const data of [
    { _id: 'emma', title: 'Emma', language: 'en', pages: 474, sold: 0 },
    { title: 'The Call of the sea', language: 'en', pages: 200 },
  ])
    await api.post('/v2/items', { dataCollectionId: 'Books', dataItem: { data } });
}
