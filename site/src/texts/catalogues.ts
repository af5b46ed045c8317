import type { Language } from '@portico/domain';
import { de } from './de.ts';
import { en, type SiteTexts } from './en.ts';
import { he } from './he.ts';

const catalogues: Readonly<Record<Language, SiteTexts>> = { en, de, he };

export const siteTextsOf = (language: Language): SiteTexts => catalogues[language];
