/** The mails that a site sends, and what their texts may speak of. */

interface Kind {
  /** values that a text may name as `{name}`, beside siteName */
  readonly placeholders: readonly string[];
  /** those that the text must name: without the code the mail is of no use */
  readonly needs?: readonly string[];
  /** has a button that opens the link */
  readonly link: boolean;
}

export const mailKinds = {
  VERIFY_EMAIL: { placeholders: ['code'], needs: ['code'], link: false },
  RECOVERY: { placeholders: [], link: true },
  ACTIVATION: { placeholders: [], link: true },
  SET_PASSWORD: { placeholders: [], link: true },
  /** somebody tried to register an address that has an account */
  ADDRESS_TAKEN: { placeholders: [], link: true },
  APPROVED: { placeholders: [], link: true },
  /** to the owner: a new member waits */
  APPROVAL_WAITING: { placeholders: ['memberEmail'], link: true },
  PASSWORD_CHANGED: { placeholders: ['time'], link: true },
  NEW_DEVICE: { placeholders: ['device', 'address', 'time'], link: true },
  /** to the former address */
  EMAIL_CHANGED: { placeholders: ['newEmail'], link: false },
  ACCOUNT_DELETED: { placeholders: [], link: false },
  /** to the owner: nobody takes the events of a webhook any more */
  WEBHOOK_DISABLED: { placeholders: ['webhookUrl'], link: true },
  /** to the owner, with what was filled in below the text */
  NEW_SUBMISSION: { placeholders: ['formName'], link: true },
  /** to the owner: so many more came that no mail tells of each */
  MORE_SUBMISSIONS: { placeholders: ['formName', 'count'], link: true },
  TEST: { placeholders: [], link: false },
} as const satisfies Record<string, Kind>;

export type MailKind = keyof typeof mailKinds;

export const mailKindNames = Object.keys(mailKinds) as MailKind[];

/** Every `{name}` that a text of this kind may hold. */
export const placeholdersOf = (kind: MailKind): readonly string[] => ['siteName', ...mailKinds[kind].placeholders];

/** The words of a mail. `text` is paragraphs, parted by empty lines; `button` labels the link and is empty without one. */
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

/** Everything that is wrong with an owner's text for a kind of mail; empty: it can be used. */
export function templateFaults(kind: MailKind, template: MailTemplate): TemplateFault[] {
  const allowed = placeholdersOf(kind);
  const { needs = [], link }: Kind = mailKinds[kind];
  const faults: TemplateFault[] = [];
  for (const field of ['subject', 'heading', 'text', 'button'] as const) {
    for (const [, name = ''] of template[field].matchAll(PLACEHOLDER)) {
      if (!allowed.includes(name)) faults.push({ field, description: `unknown placeholder {${name}}` });
    }
  }
  for (const name of needs) {
    if (!template.text.includes(`{${name}}`)) faults.push({ field: 'text', description: `must contain {${name}}` });
  }
  if (link && template.button.trim() === '') faults.push({ field: 'button', description: 'must label the link' });
  return faults;
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Puts values in the place of `{names}`, in one pass: a value that itself looks like a placeholder stays as it is. */
export const fillPlaceholders = (text: string, value: (name: string) => string | undefined): string =>
  text.replace(PLACEHOLDER, (match, name: string) => value(name) ?? match);
