import type { MailKind, MailTemplate } from '@portico/domain';

/** All texts of one language. */
export interface LanguageTexts {
  /** Precedes the address of the button, for mail programs that show no buttons. */
  readonly linkHint: string;
  /** `{siteName}` is the sender. */
  readonly footer: string;
  readonly kinds: Readonly<Record<MailKind, MailTemplate>>;
}
