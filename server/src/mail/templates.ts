import type { Language, MailKind, MailTemplate } from '@portico/domain';
import type { Db } from '../db/index.ts';
import { findTemplate } from './store.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { he } from './texts/he.ts';
import type { LanguageTexts } from './texts/texts.ts';

export const textsOf: Readonly<Record<Language, LanguageTexts>> = { en, de, he };

/** Returns the built-in text of a mail. */
export const defaultTemplateOf = (kind: MailKind, language: Language): MailTemplate => textsOf[language].kinds[kind];

/** Returns the owner's text of a mail, or else the built-in one. */
export async function templateFor(db: Db, siteId: string, kind: MailKind, language: Language): Promise<MailTemplate> {
  return (await findTemplate(db, siteId, kind, language)) ?? defaultTemplateOf(kind, language);
}
