/** A member in the format of the members API (identity contract 6.2). */
import Type, { type TSchema } from 'typebox';
import { DateTime, Guid } from '../shared.ts';

/** Accepts null in place of every optional value, because the vendor's types allow it. */
const nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number) => nullable(Type.String({ maxLength }));

export const Fieldset = Type.Enum(['PUBLIC', 'EXTENDED', 'FULL']);

/** In a query string, the parameter is repeated for several values. A single value therefore arrives as a string. */
export const Fieldsets = Type.Optional(Type.Union([Fieldset, Type.Array(Fieldset, { maxItems: 3 })]));

const Address = Type.Object({
  id: text(100),
  addressLine: text(200),
  streetAddress: nullable(Type.Object({ number: text(100), name: text(200) })),
  addressLine2: text(200),
  city: text(100),
  subdivision: text(100),
  country: text(100),
  postalCode: text(50),
});

const Image = Type.Object({
  id: text(200),
  url: text(2048),
  height: nullable(Type.Number()),
  width: nullable(Type.Number()),
  offsetX: nullable(Type.Number()),
  offsetY: nullable(Type.Number()),
});

const CustomField = Type.Object({ name: Type.Optional(Type.String({ maxLength: 100 })), value: Type.Unknown() });

export const MemberContact = Type.Object(
  {
    firstName: text(100),
    lastName: text(100),
    phones: nullable(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
    emails: nullable(Type.Array(Type.String({ maxLength: 254 }), { maxItems: 20 })),
    addresses: nullable(Type.Array(Address, { maxItems: 20 })),
    birthdate: nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    company: text(100),
    jobTitle: text(100),
    customFields: nullable(Type.Record(Type.String({ maxLength: 100 }), CustomField)),
  },
  {
    title: 'MemberContact',
    description: 'Contact details that a member has entered.',
    examples: [{ firstName: 'Ada', lastName: 'Lovelace', phones: ['+44 20 7946 0000'] }],
  },
);

export const MemberProfile = Type.Object(
  {
    nickname: text(100),
    slug: text(255),
    photo: nullable(Image),
    cover: nullable(Image),
    title: text(200),
  },
  {
    title: 'MemberProfile',
    description: 'The part of a member’s profile that other members see.',
    examples: [{ nickname: 'ada', slug: 'ada' }],
  },
);

export const Member = Type.Object(
  {
    id: Guid,
    loginEmail: Type.Optional(Type.String()),
    loginEmailVerified: Type.Optional(Type.Boolean()),
    status: Type.Enum(['UNKNOWN', 'PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']),
    contactId: Type.Optional(Type.String()),
    contact: Type.Optional(MemberContact),
    profile: MemberProfile,
    privacyStatus: Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC']),
    activityStatus: Type.Enum(['UNKNOWN', 'ACTIVE', 'MUTED']),
    createdDate: DateTime,
    updatedDate: DateTime,
    lastLoginDate: Type.Optional(DateTime),
  },
  { title: 'Member', description: 'A person who can sign in to the site.' },
);

/** The properties of a member that a caller may write. Status, verification and dates cannot be assigned. */
export const MemberChanges = Type.Object(
  {
    contact: Type.Optional(MemberContact),
    profile: Type.Optional(MemberProfile),
    privacyStatus: Type.Optional(Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])),
  },
  {
    title: 'MemberChanges',
    description: 'The properties of a member that a caller may write.',
    examples: [{ profile: { nickname: 'ada' } }],
  },
);

export const MemberPage = Type.Object(
  {
    members: Type.Array(Member),
    metadata: Type.Object({
      count: Type.Integer(),
      offset: Type.Integer(),
      total: Type.Integer(),
      tooManyToCount: Type.Boolean(),
    }),
  },
  { title: 'MemberPage', description: 'A page of members.' },
);
