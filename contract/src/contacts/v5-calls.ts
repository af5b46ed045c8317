/** Contacts in version 5 of the vendor's API: with one primary e-mail and phone, and with labels as private tags. */
import { contactLimits } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Guid } from '../shared.ts';
import { CursorMetadata, CursorPaging, Filter, Sorts } from './queries.ts';

const { entries, labels, text } = contactLimits;

const Text = (maxLength: number = text) => Type.Optional(Type.String({ maxLength }));
const listOf = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Optional(Type.Array(Type.Object(properties), { maxItems: entries }));
const Tags = Type.Object({
  privateTags: Type.Optional(
    Type.Object({
      tagIds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: labels })),
    }),
  ),
});

const phone = { tag: Text(50), phone: Type.String({ maxLength: 100 }), e164: Text(20) };

/** The properties that a caller may write. */
const writableFields = {
  name: Type.Optional(Type.Object({ first: Text(100), last: Text(100) })),
  email: Type.Optional(Type.Object({ email: Type.String({ maxLength: 254 }) })),
  additionalEmails: listOf({ email: Type.String({ maxLength: 254 }) }),
  phone: Type.Optional(Type.Object(phone)),
  additionalPhones: listOf(phone),
  addresses: listOf({
    id: Type.Optional(Guid),
    tag: Text(50),
    address: Type.Object({
      country: Text(2),
      subdivision: Text(10),
      city: Text(),
      postalCode: Text(50),
      addressLine1: Text(),
      addressLine2: Text(),
      streetAddress: Type.Optional(Type.Object({ name: Text(), number: Text(50) })),
    }),
  }),
  company: Type.Optional(Type.Object({ name: Text(), jobTitle: Text() })),
  birthdate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  tags: Type.Optional(Tags),
};

export const ContactV5Input = Type.Object(writableFields, {
  title: 'ContactV5Input',
  description: 'The writable properties of a contact, in the format of version 5 of the Contacts API of Wix.',
  examples: [{ name: { first: 'Ada', last: 'Lovelace' }, email: { email: 'ada@example.org' } }],
});
export const ContactV5 = Type.Object(
  {
    ...writableFields,
    id: Guid,
    revision: Type.String(),
    createdDate: DateTime,
    updatedDate: DateTime,
    memberInfo: Type.Optional(Type.Object({ memberId: Guid })),
  },
  { title: 'ContactV5', description: 'A contact in the format of version 5 of the Contacts API of Wix.' },
);

const ContactResponse = Type.Object({ contact: ContactV5 });
const page = Type.Object({ contacts: Type.Array(ContactV5), pagingMetadata: CursorMetadata });
const queryErrors = ['INVALID_FILTER', 'INVALID_CURSOR'] as const;

export const contactsV5Calls = {
  createContactV5: endpoint({
    id: 'contacts.v5.create',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/v5/contacts',
    summary:
      'Create a contact, which needs a name, an e-mail or a phone; a duplicate e-mail requires `allowDuplicates`',
    body: Type.Object({ contact: ContactV5Input, allowDuplicates: Type.Optional(Type.Boolean()) }),
    response: ContactResponse,
    errors: ['DUPLICATE_CONTACT_EXISTS'],
  }),
  getContactV5: endpoint({
    id: 'contacts.v5.get',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v5/contacts/{contactId}',
    summary: 'Get a contact',
    query: Type.Object({ contactId: Guid }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  queryContactsV5: endpoint({
    id: 'contacts.v5.query',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v5/contacts/query',
    summary: 'Query contacts by filter, oldest first unless sorted otherwise',
    query: Type.Object({
      query: Type.Optional(Type.Object({ filter: Filter, sort: Sorts, cursorPaging: CursorPaging })),
    }),
    response: page,
    errors: queryErrors,
  }),
  searchContactsV5: endpoint({
    id: 'contacts.v5.search',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v5/contacts/search',
    summary: 'Search contacts by filter and by prefixes of name, e-mail, phone and company',
    query: Type.Object({
      search: Type.Optional(
        Type.Object({
          filter: Filter,
          sort: Sorts,
          cursorPaging: CursorPaging,
          search: Type.Optional(
            Type.Object({
              expression: Text(200),
              mode: Type.Optional(Type.Unsafe<'OR' | 'AND'>(Type.Enum(['OR', 'AND']))),
            }),
          ),
        }),
      ),
    }),
    response: page,
    errors: queryErrors,
  }),
  updateContactTagsV5: endpoint({
    id: 'contacts.v5.updateTags',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/v5/contacts/{contactId}/update-tags',
    summary: 'Add existing labels to a contact and remove others',
    query: Type.Object({ contactId: Guid }),
    body: Type.Object({
      contactId: Type.Optional(Guid),
      assignTags: Type.Optional(Tags),
      unassignTags: Type.Optional(Tags),
    }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND', 'CONTACT_LABEL_NOT_FOUND'],
  }),
};
