/** The mails that a site sends, and the placeholders that their texts may use. */

interface Kind {
  /** Placeholders that a text may use as `{name}`, in addition to siteName. */
  readonly placeholders: readonly string[];
  /** Placeholders that the text must contain, because the mail is useless without them. */
  readonly requiredPlaceholders?: readonly string[];
  /** True if the mail has a button that opens a link. */
  readonly link: boolean;
}

export const mailKinds = {
  VERIFY_EMAIL: { placeholders: ['code'], requiredPlaceholders: ['code'], link: false },
  RECOVERY: { placeholders: [], link: true },
  ACTIVATION: { placeholders: [], link: true },
  SET_PASSWORD: { placeholders: [], link: true },
  /** Sent when somebody tries to register an address that already has an account. */
  ADDRESS_TAKEN: { placeholders: [], link: true },
  APPROVED: { placeholders: [], link: true },
  /** Sent to the owner when a new member waits for approval. */
  APPROVAL_WAITING: { placeholders: ['memberEmail'], link: true },
  PASSWORD_CHANGED: { placeholders: ['time'], link: true },
  NEW_DEVICE: { placeholders: ['device', 'address', 'time'], link: true },
  /** Sent to the former address of the member. */
  EMAIL_CHANGED: { placeholders: ['newEmail'], link: false },
  ACCOUNT_DELETED: { placeholders: [], link: false },
  /** Sent to the owner when a webhook was disabled because its deliveries kept failing. */
  WEBHOOK_DISABLED: { placeholders: ['webhookUrl'], link: true },
  /** Sent to the owner, with the submitted values below the text. */
  NEW_SUBMISSION: { placeholders: ['formName'], link: true },
  /** Sent to the owner as one summary when too many submissions arrive to send a mail for each. */
  MORE_SUBMISSIONS: { placeholders: ['formName', 'count'], link: true },
  TEST: { placeholders: [], link: false },
} as const satisfies Record<string, Kind>;

export type MailKind = keyof typeof mailKinds;

export const mailKindNames = Object.keys(mailKinds) as MailKind[];

/** Returns all placeholders that a text of this kind may contain. */
export const placeholdersOf = (kind: MailKind): readonly string[] => ['siteName', ...mailKinds[kind].placeholders];

/**
 * The texts of a mail. `text` holds paragraphs separated by empty lines. `button` labels the link and is empty in mails
 * without one.
 */
export interface MailTemplate {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  readonly button: string;
}

export interface TemplateFault {
  readonly field: keyof MailTemplate;
  readonly description: string;
}

/** Returns everything that is wrong with an owner's text for a kind of mail. An empty list means that it is valid. */
export function findTemplateFaults(kind: MailKind, template: MailTemplate): TemplateFault[] {
  const allowed = placeholdersOf(kind);
  const { requiredPlaceholders: requiredNames = [], link }: Kind = mailKinds[kind];
  const faults: TemplateFault[] = [];
  for (const field of ['subject', 'heading', 'text', 'button'] as const) {
    for (const [, name = ''] of template[field].matchAll(PLACEHOLDER)) {
      if (!allowed.includes(name)) faults.push({ field, description: `unknown placeholder {${name}}` });
    }
  }
  for (const name of requiredNames) {
    if (!template.text.includes(`{${name}}`)) faults.push({ field: 'text', description: `must contain {${name}}` });
  }
  if (link && template.button.trim() === '') faults.push({ field: 'button', description: 'must label the link' });
  return faults;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Replaces `{names}` with values in a single pass, so a value that looks like a placeholder is not replaced again.
 */
export const fillPlaceholders = (text: string, value: (name: string) => string | undefined): string =>
  text.replace(PLACEHOLDER, (match, name: string) => value(name) ?? match);
