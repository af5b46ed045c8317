import type { Language, MailKind, MailTemplate } from '@portico/domain';
import type { Db } from '../db/index.ts';
import { findTemplate } from './store.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { he } from './texts/he.ts';
import type { LanguageTexts } from './texts/texts.ts';

export const textsOf: Readonly<Record<Language, LanguageTexts>> = { en, de, he };

/** The text that comes with us. */
export const defaultTemplate = (kind: MailKind, language: Language): MailTemplate => textsOf[language].kinds[kind];

/** The owner's own text of a mail where there is one, else ours. */
export async function templateFor(db: Db, siteId: string, kind: MailKind, language: Language): Promise<MailTemplate> {
  return (await findTemplate(db, siteId, kind, language)) ?? defaultTemplate(kind, language);
}
