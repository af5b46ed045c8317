import { languageCodes, languages } from '@portico/domain/languages';
import { useLocation } from 'react-router';
import { useLanguage, useTexts } from '../texts/index.ts';

/** The name of the site and the links to other languages. */
export function Footer({ siteName }: { siteName: string | undefined }) {
  const { frame } = useTexts().site;
  const current = useLanguage();
  const { pathname, search } = useLocation();
  const languageUrl = (language: string): string => {
    const parameters = new URLSearchParams(search);
    parameters.set('lang', language);
    return `${pathname}?${parameters}`;
  };
  return (
    <footer className="footer">
      <div className="footer-inside">
        <p>{frame.runsOn(siteName ?? frame.thisSite)}</p>
        <nav className="languages" aria-label={frame.language}>
          {languageCodes.map((language) => (
            <a
              key={language}
              href={languageUrl(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
            >
              {languages[language].name}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
