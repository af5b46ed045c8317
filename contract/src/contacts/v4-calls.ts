/** The calls on contacts in version 4 of the vendor's API. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';
import { ContactInfo } from './own-calls.ts';
import { Filter, OffsetMetadata, Paging, Projection, Sort, Sorts } from './queries.ts';

const ContactV4 = Type.Object(
  {
    id: Guid,
    revision: Type.Integer(),
    createdDate: DateTime,
    updatedDate: DateTime,
    source: Type.Object({ sourceType: Type.String() }),
    primaryInfo: Type.Object({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
    info: ContactInfo,
    primaryEmail: Type.Optional(Type.Object({ email: Type.String(), subscriptionStatus: Type.String() })),
    primaryPhone: Type.Optional(
      Type.Object({
        phone: Type.String(),
        e164Phone: Type.Optional(Type.String()),
        countryCode: Type.Optional(Type.String()),
      }),
    ),
    memberInfo: Type.Optional(Type.Object({ memberId: Guid })),
  },
  { title: 'ContactV4', description: 'A contact in the format of version 4 of the Contacts API of Wix.' },
);

const byId = Type.Object({ contactId: Guid });
const ContactResponse = Type.Object({ contact: ContactV4 });
const page = Type.Object({ contacts: Type.Array(ContactV4), pagingMetadata: OffsetMetadata });
const labelKeys = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 100 });
const allowDuplicates = Type.Optional(Type.Boolean());

export const contactsV4Calls = {
  createContactV4: endpoint({
    id: 'contacts.v4.create',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/v4/contacts',
    summary:
      'Create a contact, which needs a name, an e-mail or a phone; a duplicate e-mail requires `allowDuplicates`',
    body: Type.Object({ info: ContactInfo, allowDuplicates }),
    response: ContactResponse,
    errors: ['DUPLICATE_CONTACT_EXISTS'],
  }),
  getContactV4: endpoint({
    id: 'contacts.v4.get',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v4/contacts/{contactId}',
    summary: 'Get a contact',
    query: Type.Object({ contactId: Guid, id: Type.Optional(Guid), ...Projection }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  updateContactV4: endpoint({
    id: 'contacts.v4.update',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'PATCH',
    path: '/v4/contacts/{contactId}',
    summary: 'Replace the parts of `info` that the request contains',
    query: byId,
    body: Type.Object({
      contactId: Type.Optional(Guid),
      revision: Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,19}$' })]),
      info: ContactInfo,
      allowDuplicates,
    }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND', 'REVISION_MISMATCH'],
  }),
  deleteContactV4: endpoint({
    id: 'contacts.v4.delete',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'DELETE',
    path: '/v4/contacts/{contactId}',
    summary: 'Delete a contact permanently; its submissions stay',
    query: byId,
    response: Empty,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  listContactsV4: endpoint({
    id: 'contacts.v4.list',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v4/contacts',
    summary: 'List contacts, oldest first unless sorted otherwise',
    query: Type.Object({ sort: Type.Optional(Sort), paging: Paging, ...Projection }),
    response: page,
    errors: ['INVALID_FILTER'],
  }),
  queryContactsV4: endpoint({
    id: 'contacts.v4.query',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'POST',
    path: '/v4/contacts/query',
    summary: 'Query contacts by filter, oldest first unless sorted otherwise',
    body: Type.Object({
      query: Type.Optional(Type.Object({ filter: Filter, sort: Sorts, paging: Paging, ...Projection })),
    }),
    response: page,
    errors: ['INVALID_FILTER'],
  }),
  labelContactV4: endpoint({
    id: 'contacts.v4.label',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/v4/contacts/{contactId}/labels',
    summary: 'Add existing labels to a contact',
    query: byId,
    body: Type.Object({ contactId: Type.Optional(Guid), labelKeys }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND', 'CONTACT_LABEL_NOT_FOUND'],
  }),
  unlabelContactV4: endpoint({
    id: 'contacts.v4.unlabel',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'DELETE',
    path: '/v4/contacts/{contactId}/labels',
    summary: 'Remove labels from a contact',
    query: Type.Object({ contactId: Guid, labelKeys }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND'],
  }),
};
