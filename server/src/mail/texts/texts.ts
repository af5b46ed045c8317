import type { MailKind, MailTemplate } from '@portico/domain';

/** What we say in one language. */
export interface LanguageTexts {
  /** over the address of the button, for readers whose program shows none */
  readonly linkHint: string;
  /** `{siteName}`: who wrote */
  readonly footer: string;
  readonly kinds: Readonly<Record<MailKind, MailTemplate>>;
}
