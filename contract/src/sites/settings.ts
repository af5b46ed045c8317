/** What an owner decides about a site, section by section. Secrets go in and never come out. */
import { formLimits } from '@portico/domain';
import Type from 'typebox';

export const LanguageCode = Type.Enum(['en', 'de', 'he']);

const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
/** http(s) or a path of the site: an address of another kind could run script */
const ImageUrl = Type.String({ maxLength: 2048, pattern: '^(https?://|/(?!/)).+' });

/** How the hosted pages and the mails look. */
export const Theme = Type.Object({
  logoUrl: Type.Union([ImageUrl, Type.Null()]),
  /** of buttons and links; its text colour is worked out from it */
  accentColor: Type.Union([Color, Type.Null()]),
  corners: Type.Enum(['SHARP', 'ROUNDED', 'ROUND']),
  /** a sentence under the headings of the sign-in and sign-up pages; empty: the built-in one */
  signInText: Type.String({ maxLength: 300 }),
  signUpText: Type.String({ maxLength: 300 }),
});

export const CaptchaProvider = Type.Enum(['ALTCHA', 'RECAPTCHA', 'HCAPTCHA', 'TURNSTILE']);
export const CaptchaMode = Type.Enum(['OFF', 'VISIBLE', 'INVISIBLE']);

const Captcha = {
  mode: CaptchaMode,
  provider: CaptchaProvider,
  /** the public key of an outside provider; ALTCHA needs none */
  siteKey: Type.String({ maxLength: 200 }),
};

/** Profile fields that a site may require of new members. */
export const RequirableField = Type.String({ minLength: 1, maxLength: 100 });

export const SignInSettings = Type.Object({
  signUp: Type.Enum(['OPEN', 'CLOSED']),
  requireOwnerApproval: Type.Boolean(),
  requireEmailVerification: Type.Boolean(),
  /** `firstName`, `lastName`, `nickname`, `phone`, `company`, `birthdate`, or the key of a custom field */
  requiredFields: Type.Array(RequirableField, { maxItems: 20 }),
  /** answer alike for known and unknown addresses */
  protectAccountExistence: Type.Boolean(),
  captcha: Type.Object({ ...Captcha, hasSecret: Type.Boolean() }),
});

export const MemberFieldType = Type.Enum(['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'URL', 'LIST']);

/** A profile field that the owner has added. */
export const MemberField = Type.Object({
  key: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  type: MemberFieldType,
  /** of a CHOICE */
  choices: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
  /** members fill it in themselves; otherwise staff alone */
  editableByMember: Type.Boolean(),
});

export const MembersSettings = Type.Object({
  fields: Type.Array(MemberField, { maxItems: 50 }),
  /** what happens to the items and submissions of a member who leaves */
  contentOfDeleted: Type.Enum(['ANONYMISE', 'DELETE']),
});

const Smtp = {
  host: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9.:_-]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** TLS from the first byte, after STARTTLS, or none (a server on this machine) */
  security: Type.Enum(['TLS', 'STARTTLS', 'NONE']),
  user: Type.String({ maxLength: 255 }),
};

export const MailSettings = Type.Object({
  fromName: Type.String({ maxLength: 100, pattern: '^[^\\r\\n]*$' }),
  /** empty: an address made from PUBLIC_URL */
  fromAddress: Type.String({ maxLength: 254, pattern: '^$|^[^\\s<>",;@]+@[^\\s<>",;@]+$' }),
  replyTo: Type.String({ maxLength: 254, pattern: '^$|^[^\\s<>",;@]+@[^\\s<>",;@]+$' }),
  smtp: Type.Union([Type.Object({ ...Smtp, hasPassword: Type.Boolean() }), Type.Null()]),
});

const limit = (maximum: number) => Type.Integer({ minimum: 1, maximum });
const Days = Type.Integer({ minimum: 1, maximum: 3650 });
const BlockList = (length: number) => Type.Array(Type.String({ minLength: 1, maxLength: length }), { maxItems: 1000 });

/** What an owner decides about all forms of the site. What is decided for one form is its `submissionPolicy`. */
export const FormsSettings = Type.Object({
  /** how much of each a form or the site may have */
  limits: Type.Object({
    maxForms: limit(10_000),
    maxFields: limit(formLimits.fields),
    maxSteps: limit(formLimits.steps),
    maxRules: limit(formLimits.rules),
    maxDeletedForms: limit(10_000),
    maxDeletedFields: limit(formLimits.deletedFields),
  }),
  /** days in the trash, after which they are removed for good */
  trashDays: Type.Object({ submissions: Days, forms: Days }),
  /** days after which a submission that nobody confirms goes to the trash */
  pendingDays: Days,
  files: Type.Object({ maxFileMb: limit(1024), formQuotaMb: limit(1_048_576), siteQuotaMb: limit(1_048_576) }),
  spam: Type.Object({
    /** IP addresses and ranges in CIDR notation */
    blockedAddresses: BlockList(49),
    /** e-mail addresses, and whole domains as `@example.org` */
    blockedEmails: BlockList(254),
    /** submissions of one e-mail address an hour, beyond which they are spam */
    emailsPerHour: limit(10_000),
  }),
  /** ISO 4217 and ISO 3166-1 alpha-2: what payments are in, and where addresses and phones start */
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  /** a mail to the people in charge for each submission, where the form does not say otherwise */
  notifyOwners: Type.Boolean(),
});

export const SiteSettings = Type.Object({
  language: LanguageCode,
  theme: Theme,
  signIn: SignInSettings,
  members: MembersSettings,
  mail: MailSettings,
  forms: FormsSettings,
});

/** Sections and fields that are named replace; the rest stays. A `null` theme colour or smtp clears it. */
export const SiteSettingsChanges = Type.Object({
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
});

/** What any page may know before somebody signs in. */
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
