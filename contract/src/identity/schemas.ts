/** An identity, its profile, and the state that each step of a sign-in returns (identity contract 6.1). */
import Type from 'typebox';
import { DateTime, Guid } from '../shared.ts';

const ShortText = Type.String({ maxLength: 1000 });

export const IdentityStatus = Type.Enum(['PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE']);
export const PrivacyStatus = Type.Enum(['UNDEFINED', 'PUBLIC', 'PRIVATE']);

const CustomFieldValue = Type.Object({
  strValue: Type.Optional(Type.String({ maxLength: 10_000 })),
  numValue: Type.Optional(Type.Number()),
  dateValue: Type.Optional(Type.String({ maxLength: 40 })),
  boolValue: Type.Optional(Type.Boolean()),
  listValue: Type.Optional(Type.Object({ value: Type.Array(Type.Unknown(), { maxItems: 100 }) })),
  mapValue: Type.Optional(Type.Object({ value: Type.Record(Type.String(), Type.Unknown()) })),
});

export const ProfileAddress = Type.Object(
  {
    address: Type.Object({
      country: Type.Optional(ShortText),
      subdivision: Type.Optional(ShortText),
      city: Type.Optional(ShortText),
      postalCode: Type.Optional(ShortText),
      addressLine: Type.Optional(ShortText),
      addressLine2: Type.Optional(ShortText),
    }),
    tag: Type.Optional(Type.Enum(['UNTAGGED', 'HOME', 'WORK', 'BILLING', 'SHIPPING'])),
  },
  { title: 'ProfileAddress', description: 'A postal address of a member.' },
);

/** The profile that people enter when they register. All properties are optional. */
export const IdentityProfile = Type.Object(
  {
    firstName: Type.Optional(Type.String({ maxLength: 100 })),
    lastName: Type.Optional(Type.String({ maxLength: 100 })),
    nickname: Type.Optional(Type.String({ maxLength: 100 })),
    picture: Type.Optional(Type.String({ maxLength: 2048 })),
    emails: Type.Optional(Type.Array(Type.String({ maxLength: 254 }), { maxItems: 20 })),
    phones: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
    labels: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
    language: Type.Optional(Type.String({ maxLength: 20 })),
    privacyStatus: Type.Optional(PrivacyStatus),
    customFields: Type.Optional(
      Type.Union([
        Type.Array(Type.Object({ name: Type.String({ maxLength: 100 }), value: CustomFieldValue }), { maxItems: 100 }),
        // Handwritten clients send an object that maps names to values.
        Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
      ]),
    ),
    secondaryEmails: Type.Optional(
      Type.Array(
        Type.Object({
          email: Type.String({ maxLength: 254 }),
          tag: Type.Optional(Type.Enum(['UNTAGGED', 'MAIN', 'HOME', 'WORK'])),
        }),
        { maxItems: 20 },
      ),
    ),
    phonesV2: Type.Optional(
      Type.Array(
        Type.Object({
          countryCode: Type.Optional(Type.String({ maxLength: 10 })),
          phone: Type.String({ maxLength: 50 }),
          tag: Type.Optional(Type.Enum(['UNTAGGED', 'MAIN', 'HOME', 'MOBILE', 'WORK', 'FAX'])),
        }),
        { maxItems: 20 },
      ),
    ),
    addresses: Type.Optional(Type.Array(ProfileAddress, { maxItems: 20 })),
    company: Type.Optional(ShortText),
    position: Type.Optional(ShortText),
    birthdate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    slug: Type.Optional(Type.String({ maxLength: 255 })),
    vatId: Type.Optional(ShortText),
  },
  {
    title: 'IdentityProfile',
    description: 'The profile that a person enters when registering. Every field is optional.',
    examples: [{ firstName: 'Ada', lastName: 'Lovelace', nickname: 'ada', language: 'en' }],
  },
);

/** An identity in a response. The vendor's types declare its arrays as required, so empty arrays are returned. */
export const Identity = Type.Object(
  {
    id: Guid,
    revision: Type.String(),
    createdDate: DateTime,
    updatedDate: DateTime,
    connections: Type.Array(
      Type.Object({
        idpConnection: Type.Optional(Type.Object({ idpConnectionId: Type.String(), idpUserId: Type.String() })),
        authenticatorConnection: Type.Optional(
          Type.Object({ authenticatorConnectionId: Type.String(), reEnrollmentRequired: Type.Boolean() }),
        ),
      }),
    ),
    identityProfile: Type.Object({
      ...IdentityProfile.properties,
      emails: Type.Array(Type.String()),
      phones: Type.Array(Type.String()),
      labels: Type.Array(Type.String()),
      customFields: Type.Array(Type.Object({ name: Type.String(), value: CustomFieldValue })),
      secondaryEmails: Type.Array(Type.Object({ email: Type.String(), tag: Type.String() })),
      phonesV2: Type.Array(
        Type.Object({ countryCode: Type.Optional(Type.String()), phone: Type.String(), tag: Type.String() }),
      ),
      addresses: Type.Array(ProfileAddress),
    }),
    metadata: Type.Object({ tags: Type.Array(Type.String()) }),
    email: Type.Object({ address: Type.String(), isVerified: Type.Boolean() }),
    status: Type.Object({
      name: IdentityStatus,
      reasons: Type.Array(
        Type.Enum([
          'PENDING_ADMIN_APPROVAL_REQUIRED',
          'PENDING_EMAIL_VERIFICATION_REQUIRED',
          'PENDING_REQUIRED_FIELDS_MISSING',
        ]),
      ),
    }),
    factors: Type.Array(
      Type.Object({
        factorId: Type.String(),
        type: Type.Enum(['PASSWORD', 'SMS', 'CALL', 'EMAIL', 'TOTP', 'PUSH', 'WEBAUTHN', 'RECOVERY_CODE']),
        status: Type.Enum(['INACTIVE', 'ACTIVE', 'REQUIRE_REENROLL']),
      }),
    ),
  },
  { title: 'Identity', description: 'The account of a member: its e-mail address, sign-in methods and status.' },
);

/**
 * The state of a sign-in. `sessionToken` is present only for SUCCESS, `stateToken` only if a further step is required.
 */
export const StateMachine = Type.Object(
  {
    state: Type.Enum([
      'SUCCESS',
      'REQUIRE_OWNER_APPROVAL',
      'REQUIRE_EMAIL_VERIFICATION',
      'STATUS_CHECK',
      'REQUIRE_MISSING_FIELDS',
      'REQUIRE_MFA',
      'MFA_CHALLENGE',
      'REQUIRE_FIRST_FACTOR',
    ]),
    sessionToken: Type.Optional(Type.String()),
    stateToken: Type.Optional(Type.String()),
    identity: Identity,
    additionalData: Type.Record(Type.String(), Type.Unknown()),
  },
  {
    title: 'SignInState',
    description:
      'State of the sign-in. `sessionToken` is set in state `SUCCESS`, `stateToken` if another step is required.',
  },
);

export const CaptchaTokens = Type.Array(
  Type.Object({
    Recaptcha: Type.Optional(Type.String()),
    InvisibleRecaptcha: Type.Optional(Type.String()),
    NoCaptcha: Type.Optional(Type.String()),
    recaptchaForClientSiteKey: Type.Optional(
      Type.Object({ token: Type.Optional(Type.String()), siteKeyId: Type.Optional(Type.String()) }),
    ),
  }),
  { maxItems: 10 },
);
