/** Calls on the mails of a site: the outbox, a test of the mail server, and the templates that the owner can edit. */
import { mailKindNames } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid, Paging } from '../shared.ts';
import { LanguageCode } from './settings.ts';

export const MailKind = Type.Enum(mailKindNames);
export const MailStatus = Type.Enum(['QUEUED', 'SENT', 'KEPT', 'FAILED']);

/**
 * The mail server: that of the site, that of the environment, or none. Without one, mails are stored and not sent.
 */
const Delivery = Type.Enum(['SITE', 'ENVIRONMENT', 'NONE']);

const mail = {
  mailId: Guid,
  kind: MailKind,
  recipient: Type.String(),
  language: LanguageCode,
  /** Subject of the mail. Codes in it are redacted. */
  subject: Type.String(),
  status: MailStatus,
  attempts: Type.Integer(),
  /** The response of the mail server to the last attempt, or Portico's description of the failure. */
  lastError: Type.Union([Type.String(), Type.Null()]),
  createdDate: DateTime,
  /** Time of the next attempt. Set only for QUEUED mails. */
  nextAttemptDate: Type.Union([DateTime, Type.Null()]),
  sentDate: Type.Union([DateTime, Type.Null()]),
};

export const Mail = Type.Object(mail, {
  title: 'Mail',
  description: 'A mail that the server has sent, will send or could not send.',
});

/** The content that the recipient sees. Clients must show `html` in a sandboxed frame. */
const Content = Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() });

const SingleLine = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\p{Cc}]*$' });

/** May contain the placeholders of the kind (mailKinds in domain). Empty lines separate the paragraphs of `text`. */
export const MailTemplate = Type.Object(
  {
    subject: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' }),
    heading: SingleLine(200),
    text: Type.String({ minLength: 1, maxLength: 5_000 }),
    /** Label of the link. Empty if mails of this kind contain no link. */
    button: SingleLine(60),
  },
  {
    title: 'MailTemplate',
    description: 'Texts of one kind of mail in one language.',
    examples: [
      {
        subject: 'Welcome to {siteName}',
        heading: 'Welcome',
        text: 'Thank you for joining us.',
        button: 'Open the site',
      },
    ],
  },
);

const byKind = { kind: MailKind, language: LanguageCode };

export const mailCalls = {
  listMails: endpoint({
    id: 'sites.mail.list',
    slice: 'sites',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/mail/outbox',
    summary: 'List the mails of the last 30 days without their content, newest first',
    query: Type.Object({ status: Type.Optional(MailStatus), paging: Type.Optional(Paging) }),
    response: Type.Object({ mails: Type.Array(Mail), total: Type.Integer(), delivery: Delivery }),
    errors: [],
  }),
  getMail: endpoint({
    id: 'sites.mail.get',
    slice: 'sites',
    access: 'site:manage',
    method: 'GET',
    path: '/portico/v1/mail/outbox/{mailId}',
    summary: 'Get a mail with its content until it is sent; reading it is recorded in the audit log',
    query: Type.Object({ mailId: Guid }),
    response: Type.Object({ mail: Mail, content: Type.Union([Content, Type.Null()]) }),
    errors: ['MAIL_NOT_FOUND'],
  }),
  retryMail: endpoint({
    id: 'sites.mail.retry',
    slice: 'sites',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/mail/outbox/{mailId}/retry',
    summary: 'Send a stored, failed or queued mail now',
    query: Type.Object({ mailId: Guid }),
    body: Empty,
    response: Type.Object({ mail: Mail }),
    errors: ['MAIL_NOT_FOUND', 'MAIL_ALREADY_SENT', 'SMTP_NOT_SET'],
  }),
  discardMail: endpoint({
    id: 'sites.mail.discard',
    slice: 'sites',
    access: 'site:manage',
    method: 'DELETE',
    path: '/portico/v1/mail/outbox/{mailId}',
    summary: 'Discard a mail',
    query: Type.Object({ mailId: Guid }),
    response: Empty,
    errors: ['MAIL_NOT_FOUND'],
  }),
  sendTestMail: endpoint({
    id: 'sites.mail.test',
    slice: 'sites',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/mail/test',
    summary: 'Send a test mail immediately, and report the kind of failure if the mail server rejects it',
    body: Type.Object({ to: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: Type.Object({ delivery: Delivery }),
    errors: ['SMTP_NOT_SET', 'MAIL_NOT_SENT', 'SITE_NOT_FOUND'],
  }),
  listMailTemplates: endpoint({
    id: 'sites.mail.templates.list',
    slice: 'sites',
    access: 'site:read',
    method: 'GET',
    path: '/portico/v1/mail/templates',
    summary: 'List the texts of all mails in every language: the built-in one, and the site’s own if there is one',
    response: Type.Object({
      templates: Type.Array(
        Type.Object({
          ...byKind,
          placeholders: Type.Array(Type.String()),
          hasLink: Type.Boolean(),
          builtIn: MailTemplate,
          own: Type.Union([MailTemplate, Type.Null()]),
        }),
      ),
    }),
    errors: [],
  }),
  putMailTemplate: endpoint({
    id: 'sites.mail.templates.put',
    slice: 'sites',
    access: 'site:manage',
    method: 'PUT',
    path: '/portico/v1/mail/templates/{kind}/{language}',
    summary: 'Set the site’s own text of a mail in one language',
    query: Type.Object(byKind),
    body: Type.Object({ template: MailTemplate }),
    response: Type.Object({ template: MailTemplate }),
    errors: [],
  }),
  deleteMailTemplate: endpoint({
    id: 'sites.mail.templates.delete',
    slice: 'sites',
    access: 'site:manage',
    method: 'DELETE',
    path: '/portico/v1/mail/templates/{kind}/{language}',
    summary: 'Restore the built-in text',
    query: Type.Object(byKind),
    response: Type.Object({ template: MailTemplate }),
    errors: [],
  }),
  previewMail: endpoint({
    id: 'sites.mail.preview',
    slice: 'sites',
    access: 'site:manage',
    method: 'POST',
    path: '/portico/v1/mail/preview',
    summary: 'Preview a mail with sample values, with the text of the request or the current one',
    body: Type.Object({ ...byKind, template: Type.Optional(MailTemplate) }),
    response: Content,
    errors: [],
  }),
};
