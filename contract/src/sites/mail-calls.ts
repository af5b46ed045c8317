/** The mails of a site: the outbox, a test of the mail server, the owner's own texts. */
import { mailKindNames } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty, Guid, Paging } from '../shared.ts';
import { LanguageCode } from './settings.ts';

export const MailKind = Type.Enum(mailKindNames);
export const MailStatus = Type.Enum(['QUEUED', 'SENT', 'KEPT', 'FAILED']);

/** Through which server mails leave: the site's own, that of the environment, or none (then they are kept). */
const Delivery = Type.Enum(['SITE', 'ENVIRONMENT', 'NONE']);

const mail = {
  mailId: Guid,
  kind: MailKind,
  recipient: Type.String(),
  language: LanguageCode,
  /** codes are blotted out */
  subject: Type.String(),
  status: MailStatus,
  attempts: Type.Integer(),
  /** the server's words, or ours, about the last attempt */
  lastError: Type.Union([Type.String(), Type.Null()]),
  createdDate: DateTime,
  /** of a QUEUED one */
  nextAttemptDate: Type.Union([DateTime, Type.Null()]),
  sentDate: Type.Union([DateTime, Type.Null()]),
};

export const Mail = Type.Object(mail);

/** What a reader sees. Show `html` in a sandboxed frame alone. */
const Content = Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() });

const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\p{Cc}]*$' });

/** `{placeholders}` as domain's mailKinds names them for the kind; paragraphs of `text` are parted by empty lines. */
export const MailTemplate = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' }),
  heading: Line(200),
  text: Type.String({ minLength: 1, maxLength: 5_000 }),
  /** label of the link; empty for kinds without one */
  button: Line(60),
});

const byKind = { kind: MailKind, language: LanguageCode };

export const mailCalls = {
  listMails: endpoint({
    id: 'sites.mail.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/mail/outbox',
    summary: 'Mails of the last 30 days, newest first, without what they say',
    query: Type.Object({ status: Type.Optional(MailStatus), paging: Type.Optional(Paging) }),
    response: Type.Object({ mails: Type.Array(Mail), total: Type.Integer(), delivery: Delivery }),
    errors: [],
  }),
  getMail: endpoint({
    id: 'sites.mail.get',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/mail/outbox/{mailId}',
    summary: 'One mail with what it says, until it is sent; reading it is written into the audit log',
    query: Type.Object({ mailId: Guid }),
    response: Type.Object({ mail: Mail, content: Type.Union([Content, Type.Null()]) }),
    errors: ['MAIL_NOT_FOUND'],
  }),
  retryMail: endpoint({
    id: 'sites.mail.retry',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/mail/outbox/{mailId}/retry',
    summary: 'Send a kept, failed or waiting mail now',
    query: Type.Object({ mailId: Guid }),
    body: Empty,
    response: Type.Object({ mail: Mail }),
    errors: ['MAIL_NOT_FOUND', 'MAIL_ALREADY_SENT', 'SMTP_NOT_SET'],
  }),
  discardMail: endpoint({
    id: 'sites.mail.discard',
    slice: 'sites',
    method: 'DELETE',
    path: '/portico/v1/mail/outbox/{mailId}',
    summary: 'Throw a mail away',
    query: Type.Object({ mailId: Guid }),
    response: Empty,
    errors: ['MAIL_NOT_FOUND'],
  }),
  sendTestMail: endpoint({
    id: 'sites.mail.test',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/mail/test',
    summary: 'Send a test mail at once, and say what kind of failure it was if the mail server does not take it',
    body: Type.Object({ to: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: Type.Object({ delivery: Delivery }),
    errors: ['SMTP_NOT_SET', 'MAIL_NOT_SENT', 'SITE_NOT_FOUND'],
  }),
  listMailTemplates: endpoint({
    id: 'sites.mail.templates.list',
    slice: 'sites',
    method: 'GET',
    path: '/portico/v1/mail/templates',
    summary: 'The texts of all mails in every language: the built-in one, and the site’s own where there is one',
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
    method: 'DELETE',
    path: '/portico/v1/mail/templates/{kind}/{language}',
    summary: 'Go back to the built-in text',
    query: Type.Object(byKind),
    response: Type.Object({ template: MailTemplate }),
    errors: [],
  }),
  previewMail: endpoint({
    id: 'sites.mail.preview',
    slice: 'sites',
    method: 'POST',
    path: '/portico/v1/mail/preview',
    summary: 'A mail with sample values, in the given text or the one in use',
    body: Type.Object({ ...byKind, template: Type.Optional(MailTemplate) }),
    response: Content,
    errors: [],
  }),
};
