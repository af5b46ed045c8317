import type { Language } from '@portico/domain';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { he } from './he.ts';

export { en, type Texts };

const catalogues: Readonly<Record<Language, Texts>> = { en, de, he };

/** Returns the texts of all components in a language. */
export const textsOf = (language: Language): Texts => catalogues[language];
