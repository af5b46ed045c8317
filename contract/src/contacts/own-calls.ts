/**
 * Portico's calls on contacts under /portico/v1. A contact has the format of version 4 of the vendor's API (forms
 * contract section 11).
 */
import { contactLimits, contactSorts } from '@portico/domain';
import Type, { type TProperties } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';

const { entries, labels, extendedFields, text } = contactLimits;

const OptionalText = (maxLength: number = text) => Type.Optional(Type.String({ maxLength }));
const listOf = <P extends TProperties>(properties: P) =>
  Type.Optional(Type.Object({ items: Type.Optional(Type.Array(Type.Object(properties), { maxItems: entries })) }));
const tag = Type.Optional(Type.String({ maxLength: 50 }));
const id = Type.Optional(Guid);

const Address = Type.Object({
  /** Country code, ISO 3166-1 alpha-2. */
  country: OptionalText(2),
  /** Subdivision code, ISO 3166-2, such as `US-NY`. */
  subdivision: OptionalText(10),
  city: OptionalText(),
  postalCode: OptionalText(50),
  addressLine: OptionalText(),
  addressLine2: OptionalText(),
  streetAddress: Type.Optional(Type.Object({ name: OptionalText(), number: OptionalText(50) })),
});

/** The data that a site stores about a person. If an entry of `items` has no id, the server generates one. */
export const ContactInfo = Type.Object(
  {
    name: Type.Optional(Type.Object({ first: OptionalText(100), last: OptionalText(100) })),
    emails: listOf({ id, tag, email: Type.String({ maxLength: 254 }), primary: Type.Optional(Type.Boolean()) }),
    phones: listOf({
      id,
      tag,
      /** Country of the phone number, ISO 3166-1 alpha-2. */
      countryCode: OptionalText(2),
      phone: Type.String({ maxLength: 100 }),
      /** The number in E.164 format, computed by the server. Omitted if the number is not valid. */
      e164Phone: OptionalText(20),
      primary: Type.Optional(Type.Boolean()),
    }),
    addresses: listOf({ id, tag, address: Address }),
    company: OptionalText(),
    jobTitle: OptionalText(),
    /** YYYY-MM-DD. */
    birthdate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    labelKeys: Type.Optional(
      Type.Object({ items: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: labels })) }),
    ),
    /** Contains custom fields, `invoices.vatId` and `emailSubscriptions.subscriptionStatus`. */
    extendedFields: Type.Optional(
      Type.Object({
        items: Type.Optional(
          Type.Record(
            Type.String({ maxLength: 500 }),
            Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean()]),
            {
              maxProperties: extendedFields,
            },
          ),
        ),
      }),
    ),
  },
  {
    title: 'ContactInfo',
    description: 'The stored data of a person.',
    examples: [
      {
        name: { first: 'Ada', last: 'Lovelace' },
        emails: { items: [{ email: 'ada@example.org', primary: true }] },
        company: 'Analytical Engines',
      },
    ],
  },
);

const Revision = Type.String({ pattern: '^[0-9]{1,19}$', examples: ['1'] });

export const Contact = Type.Object(
  {
    id: Guid,
    revision: Revision,
    createdDate: DateTime,
    updatedDate: DateTime,
    source: Type.Object({ sourceType: Type.String() }),
    primaryInfo: Type.Object({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
    info: ContactInfo,
    /** Id of the member that this contact belongs to. */
    memberId: Type.Optional(Guid),
    /** The e-mail addresses that the person has verified. */
    confirmedEmails: Type.Array(Type.String()),
  },
  { title: 'Contact', description: 'A person known to the site, in the format of Portico’s own calls.' },
);

const Label = Type.Object(
  { key: Type.String(), displayName: Type.String() },
  {
    title: 'ContactLabel',
    description: 'A label that groups contacts.',
    examples: [{ key: 'custom.newsletter', displayName: 'Newsletter' }],
  },
);

const byId = Type.Object({ contactId: Guid });
const ContactResponse = Type.Object({ contact: Contact });

export const porticoContactsCalls = {
  listContacts: endpoint({
    id: 'contacts.contacts.list',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/portico/v1/contacts',
    summary: 'Search contacts by prefixes of name, e-mail, phone and company, and by label',
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      labelKey: Type.Optional(Type.String({ maxLength: 100 })),
      sort: Type.Optional(Type.Enum([...contactSorts])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** The cursor that the response with the previous page contains. It carries search, label and sort. */
      cursor: Type.Optional(Type.String({ maxLength: 4_000 })),
    }),
    response: Type.Object({
      contacts: Type.Array(Contact),
      /** Number of matches, counted up to 10,000. */
      total: Type.Integer(),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
    errors: ['INVALID_CURSOR', 'INVALID_FILTER'],
  }),
  createContact: endpoint({
    id: 'contacts.contacts.create',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/portico/v1/contacts',
    summary: 'Create a contact, or complete and return the existing one with the same e-mail',
    body: Type.Object({ info: ContactInfo }),
    response: ContactResponse,
    errors: [],
  }),
  getContact: endpoint({
    id: 'contacts.contacts.get',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'Get a contact',
    query: byId,
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  updateContact: endpoint({
    id: 'contacts.contacts.update',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'PATCH',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'Replace the parts of `info` that the request contains',
    query: byId,
    body: Type.Object({ contact: Type.Object({ revision: Revision, info: ContactInfo }) }),
    response: ContactResponse,
    errors: ['CONTACT_NOT_FOUND', 'REVISION_MISMATCH'],
  }),
  deleteContact: endpoint({
    id: 'contacts.contacts.delete',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'DELETE',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'Delete a contact permanently; its submissions stay',
    query: byId,
    response: Empty,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  listContactLabels: endpoint({
    id: 'contacts.labels.list',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/portico/v1/contact-labels',
    summary: 'List the labels of the site by name',
    response: Type.Object({ labels: Type.Array(Label) }),
    errors: [],
  }),
  createContactLabel: endpoint({
    id: 'contacts.labels.create',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/portico/v1/contact-labels',
    summary: 'Create a label, or return the existing one with the same name',
    body: Type.Object({
      label: Type.Object({ displayName: Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 60 }) }),
    }),
    response: Type.Object({ label: Label }),
    errors: ['CONTACT_LABELS_LIMIT'],
  }),
  deleteContactLabel: endpoint({
    id: 'contacts.labels.delete',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'DELETE',
    path: '/portico/v1/contact-labels/{key}',
    summary: 'Delete a label and remove it from every contact',
    query: Type.Object({ key: Type.String({ maxLength: 100 }) }),
    response: Empty,
    errors: ['CONTACT_LABEL_NOT_FOUND'],
  }),
};
