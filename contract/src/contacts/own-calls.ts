/** Our own calls under /portico/v1 about contacts. A contact has the shape of the vendor's fourth version (forms contract section 11). */
import { contactLimits, contactSorts } from '@portico/domain';
import Type, { type TProperties } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid } from '../shared.ts';

const { entries, labels, extendedFields, text } = contactLimits;

const Line = (maxLength: number = text) => Type.Optional(Type.String({ maxLength }));
const listOf = <P extends TProperties>(properties: P) =>
  Type.Optional(Type.Object({ items: Type.Optional(Type.Array(Type.Object(properties), { maxItems: entries })) }));
const tag = Type.Optional(Type.String({ maxLength: 50 }));
const id = Type.Optional(Guid);

const Address = Type.Object({
  /** ISO 3166-1 alpha-2 */
  country: Line(2),
  /** ISO 3166-2, as `US-NY` */
  subdivision: Line(10),
  city: Line(),
  postalCode: Line(50),
  addressLine: Line(),
  addressLine2: Line(),
  streetAddress: Type.Optional(Type.Object({ name: Line(), number: Line(50) })),
});

/** What is known of a person. Of `items` the ids are the server's where none are sent. */
export const ContactInfo = Type.Object({
  name: Type.Optional(Type.Object({ first: Line(100), last: Line(100) })),
  emails: listOf({ id, tag, email: Type.String({ maxLength: 254 }), primary: Type.Optional(Type.Boolean()) }),
  phones: listOf({
    id,
    tag,
    /** ISO 3166-1 alpha-2, of the number */
    countryCode: Line(2),
    phone: Type.String({ maxLength: 100 }),
    /** computed; absent for a number that no country has */
    e164Phone: Line(20),
    primary: Type.Optional(Type.Boolean()),
  }),
  addresses: listOf({ id, tag, address: Address }),
  company: Line(),
  jobTitle: Line(),
  /** YYYY-MM-DD */
  birthdate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  labelKeys: Type.Optional(
    Type.Object({ items: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: labels })) }),
  ),
  /** custom fields, and `invoices.vatId`, `emailSubscriptions.subscriptionStatus` */
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
});

const Revision = Type.String({ pattern: '^[0-9]{1,19}$' });

export const Contact = Type.Object({
  id: Guid,
  revision: Revision,
  createdDate: DateTime,
  updatedDate: DateTime,
  source: Type.Object({ sourceType: Type.String() }),
  primaryInfo: Type.Object({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
  info: ContactInfo,
  /** the member whose contact it is */
  memberId: Type.Optional(Guid),
  /** those of its e-mails that their owner has shown to read */
  confirmedEmails: Type.Array(Type.String()),
});

const Label = Type.Object({ key: Type.String(), displayName: Type.String() });

const byId = Type.Object({ contactId: Guid });
const one = Type.Object({ contact: Contact });

export const ownContactsCalls = {
  listContacts: endpoint({
    id: 'contacts.contacts.list',
    slice: 'contacts',
    method: 'GET',
    path: '/portico/v1/contacts',
    summary: 'Contacts by the beginnings of words of name, e-mail, phone and company, and by label',
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      labelKey: Type.Optional(Type.String({ maxLength: 100 })),
      sort: Type.Optional(Type.Enum([...contactSorts])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** of the page before; the other parameters are to be the same */
      cursor: Type.Optional(Type.String({ maxLength: 4_000 })),
    }),
    response: Type.Object({
      contacts: Type.Array(Contact),
      /** all that match; counted up to 10,000 */
      total: Type.Integer(),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
    errors: ['INVALID_CURSOR'],
  }),
  createContact: endpoint({
    id: 'contacts.contacts.create',
    slice: 'contacts',
    method: 'POST',
    path: '/portico/v1/contacts',
    summary: 'A new contact; one that has the e-mail already is answered instead, with what it lacked',
    body: Type.Object({ info: ContactInfo }),
    response: one,
    errors: [],
  }),
  getContact: endpoint({
    id: 'contacts.contacts.get',
    slice: 'contacts',
    method: 'GET',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'One contact',
    query: byId,
    response: one,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  updateContact: endpoint({
    id: 'contacts.contacts.update',
    slice: 'contacts',
    method: 'PATCH',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'The parts of `info` that are sent replace what was there',
    query: byId,
    body: Type.Object({ contact: Type.Object({ revision: Revision, info: ContactInfo }) }),
    response: one,
    errors: ['CONTACT_NOT_FOUND', 'REVISION_MISMATCH'],
  }),
  deleteContact: endpoint({
    id: 'contacts.contacts.delete',
    slice: 'contacts',
    method: 'DELETE',
    path: '/portico/v1/contacts/{contactId}',
    summary: 'Removes the contact for good; its submissions stay',
    query: byId,
    response: Empty,
    errors: ['CONTACT_NOT_FOUND'],
  }),
  listContactLabels: endpoint({
    id: 'contacts.labels.list',
    slice: 'contacts',
    method: 'GET',
    path: '/portico/v1/contact-labels',
    summary: 'Labels of the site by name',
    response: Type.Object({ labels: Type.Array(Label) }),
    errors: [],
  }),
  createContactLabel: endpoint({
    id: 'contacts.labels.create',
    slice: 'contacts',
    method: 'POST',
    path: '/portico/v1/contact-labels',
    summary: 'A label by its name; one that is there already is answered',
    body: Type.Object({
      label: Type.Object({ displayName: Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 60 }) }),
    }),
    response: Type.Object({ label: Label }),
    errors: ['CONTACT_LABELS_LIMIT'],
  }),
  deleteContactLabel: endpoint({
    id: 'contacts.labels.delete',
    slice: 'contacts',
    method: 'DELETE',
    path: '/portico/v1/contact-labels/{key}',
    summary: 'Takes the label from every contact',
    query: Type.Object({ key: Type.String({ maxLength: 100 }) }),
    response: Empty,
    errors: ['CONTACT_LABEL_NOT_FOUND'],
  }),
};
