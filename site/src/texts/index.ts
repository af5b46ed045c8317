import { type Language, languageCodes } from '@portico/domain/languages';
import { type Texts as ComponentTexts, textsOf as componentTextsOf } from '@portico/react';
import { useRouteLoaderData } from 'react-router';
import { siteTextsOf } from './catalogues.ts';
import type { SiteTexts } from './en.ts';

export type Texts = ComponentTexts & { readonly site: SiteTexts };

/** Returns all texts of a page in one language: those of the components, and under `site` those of the pages. */
export const textsOf = (language: Language): Texts => all[language];

const all = Object.fromEntries(
  languageCodes.map((language) => [language, { ...componentTextsOf(language), site: siteTextsOf(language) }]),
) as Record<Language, Texts>;

/** Returns the language of the page; English if the site does not exist. */
export const useLanguage = (): Language =>
  (useRouteLoaderData('root') as { language: Language } | undefined)?.language ?? 'en';

export const useTexts = (): Texts => textsOf(useLanguage());
