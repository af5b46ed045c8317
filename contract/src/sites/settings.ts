/** The owner's settings of a site, by section. Responses never contain secrets. */
import { formLimits } from '@portico/domain';
import Type from 'typebox';

export const LanguageCode = Type.Enum(['en', 'de', 'he']);

const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1f6feb'] });
/** An http(s) URL or a path of the site. URLs of other schemes could run script. */
const ImageUrl = Type.String({
  maxLength: 2048,
  pattern: '^(https?://|/(?!/)).+',
  examples: ['https://www.example.org/logo.png'],
});

/** The appearance of hosted pages and mails. */
export const Theme = Type.Object(
  {
    logoUrl: Type.Union([ImageUrl, Type.Null()]),
    /** The color of buttons and links. The text color of buttons is derived from it. */
    accentColor: Type.Union([Color, Type.Null()]),
    corners: Type.Enum(['SHARP', 'ROUNDED', 'ROUND']),
    /** A sentence below the headings of the sign-in and sign-up pages. If empty, a built-in sentence is shown. */
    signInText: Type.String({ maxLength: 300 }),
    signUpText: Type.String({ maxLength: 300 }),
  },
  { title: 'Theme', description: 'Colors and logo of the hosted pages.' },
);

export const CaptchaProvider = Type.Enum(['ALTCHA', 'RECAPTCHA', 'HCAPTCHA', 'TURNSTILE']);
export const CaptchaMode = Type.Enum(['OFF', 'VISIBLE', 'INVISIBLE']);

const Captcha = {
  mode: CaptchaMode,
  provider: CaptchaProvider,
  /** The public key of an external provider. ALTCHA does not need one. */
  siteKey: Type.String({ maxLength: 200 }),
};

/** A profile field that a site may require of new members. */
export const RequirableField = Type.String({ minLength: 1, maxLength: 100 });

export const SignInSettings = Type.Object({
  signUp: Type.Enum(['OPEN', 'CLOSED']),
  requireOwnerApproval: Type.Boolean(),
  requireEmailVerification: Type.Boolean(),
  /** `firstName`, `lastName`, `nickname`, `phone`, `company`, `birthdate`, or the key of a custom field. */
  requiredFields: Type.Array(RequirableField, { maxItems: 20 }),
  /** True if responses must not reveal whether an address has an account. */
  protectAccountExistence: Type.Boolean(),
  captcha: Type.Object({ ...Captcha, hasSecret: Type.Boolean() }),
});

export const MemberFieldType = Type.Enum(['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'URL', 'LIST']);

/** A custom field of member profiles, defined by the owner. */
export const MemberField = Type.Object({
  key: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  type: MemberFieldType,
  /** The options of a CHOICE field. */
  choices: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
  /** True if members may edit the field themselves. Otherwise only dashboard users may. */
  editableByMember: Type.Boolean(),
});

export const MembersSettings = Type.Object({
  fields: Type.Array(MemberField, { maxItems: 50 }),
  /** Determines what happens to the items and submissions of a member whose account is deleted. */
  contentOfDeleted: Type.Enum(['ANONYMISE', 'DELETE']),
});

const Smtp = {
  host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9.:_-]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** Encryption: TLS from the start, STARTTLS, or none (for a server on the same machine). */
  security: Type.Enum(['TLS', 'STARTTLS', 'NONE']),
  user: Type.String({ maxLength: 255 }),
};

export const MailSettings = Type.Object({
  fromName: Type.String({ maxLength: 100, pattern: '^[^\\r\\n]*$' }),
  /** Sender address. If it is empty, an address is derived from PUBLIC_URL. */
  fromAddress: Type.String({
    maxLength: 254,
    pattern: '^$|^[^\\s<>",;@]+@[^\\s<>",;@]+$',
    examples: ['choir@example.org'],
  }),
  replyTo: Type.String({
    maxLength: 254,
    pattern: '^$|^[^\\s<>",;@]+@[^\\s<>",;@]+$',
    examples: ['choir@example.org'],
  }),
  smtp: Type.Union([Type.Object({ ...Smtp, hasPassword: Type.Boolean() }), Type.Null()]),
});

const limit = (maximum: number) => Type.Integer({ minimum: 1, maximum });
const Days = Type.Integer({ minimum: 1, maximum: 3650 });
const BlockList = (length: number) => Type.Array(Type.String({ minLength: 1, maxLength: length }), { maxItems: 1000 });

/** The owner's settings for all forms of the site. Settings of a single form are in its `submissionPolicy`. */
export const FormsSettings = Type.Object({
  /** Maximum numbers of forms, fields, steps, rules, and deleted forms and fields. */
  limits: Type.Object({
    maxForms: limit(10_000),
    maxFields: limit(formLimits.fields),
    maxSteps: limit(formLimits.steps),
    maxRules: limit(formLimits.rules),
    maxDeletedForms: limit(10_000),
    maxDeletedFields: limit(formLimits.deletedFields),
  }),
  /** Number of days after which entries in the trash are deleted permanently. */
  trashDays: Type.Object({ submissions: Days, forms: Days }),
  /** Number of days after which an unconfirmed submission moves to the trash. */
  pendingDays: Days,
  files: Type.Object({ maxFileMb: limit(1024), formQuotaMb: limit(1_048_576), siteQuotaMb: limit(1_048_576) }),
  spam: Type.Object({
    /** IP addresses and CIDR ranges. */
    blockedAddresses: BlockList(49),
    /** E-mail addresses, and entire domains in the form `@example.org`. */
    blockedEmails: BlockList(254),
    /** Maximum number of submissions per e-mail address and hour. Further ones are classified as spam. */
    emailsPerHour: limit(10_000),
  }),
  /** Currency of payments (ISO 4217), and default country of addresses and phone numbers (ISO 3166-1 alpha-2). */
  currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
  country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['IE'] }),
  /** Whether the owners receive a mail for each submission, unless the form overrides it. */
  notifyOwners: Type.Boolean(),
});

export const SiteSettings = Type.Object(
  {
    language: LanguageCode,
    theme: Theme,
    signIn: SignInSettings,
    members: MembersSettings,
    mail: MailSettings,
    forms: FormsSettings,
  },
  { title: 'SiteSettings', description: 'Every setting of a site.' },
);

/**
 * Sections and fields in the request replace the stored ones. Omitted ones stay unchanged. `null` clears a theme
 * color or `smtp`.
 */
export const SiteSettingsChanges = Type.Object(
  {
    language: Type.Optional(LanguageCode),
    theme: Type.Optional(Type.Partial(Theme)),
    signIn: Type.Optional(
      Type.Object({
        ...Type.Partial(SignInSettings).properties,
        captcha: Type.Optional(
          Type.Object({
            mode: Type.Optional(CaptchaMode),
            provider: Type.Optional(CaptchaProvider),
            siteKey: Type.Optional(Captcha.siteKey),
            secret: Type.Optional(Type.String({ maxLength: 500 })),
          }),
        ),
      }),
    ),
    members: Type.Optional(Type.Partial(MembersSettings)),
    mail: Type.Optional(
      Type.Object({
        ...Type.Partial(MailSettings).properties,
        smtp: Type.Optional(
          Type.Union([Type.Object({ ...Smtp, password: Type.Optional(Type.String({ maxLength: 500 })) }), Type.Null()]),
        ),
      }),
    ),
    forms: Type.Optional(
      Type.Object({
        ...Type.Partial(FormsSettings).properties,
        limits: Type.Optional(Type.Partial(FormsSettings.properties.limits)),
        trashDays: Type.Optional(Type.Partial(FormsSettings.properties.trashDays)),
        files: Type.Optional(Type.Partial(FormsSettings.properties.files)),
        spam: Type.Optional(Type.Partial(FormsSettings.properties.spam)),
      }),
    ),
  },
  {
    title: 'SiteSettingsChanges',
    description: 'Settings to change. Omitted sections and fields stay unchanged.',
    examples: [{ language: 'de' }],
  },
);

/** Settings that any page may read before anybody signs in. */
export const PublicSignInSettings = Type.Object({
  siteName: Type.String(),
  language: LanguageCode,
  theme: Theme,
  signUp: Type.Enum(['OPEN', 'CLOSED']),
  requireOwnerApproval: Type.Boolean(),
  requireEmailVerification: Type.Boolean(),
  requiredFields: Type.Array(Type.String()),
  memberFields: Type.Array(MemberField),
  captcha: Type.Object(Captcha),
  shortestPassword: Type.Integer(),
});
