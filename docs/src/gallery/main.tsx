/** The gallery of the components, on the page docs/components.md. */
import { de, en, he } from '@portico/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from './Frame.tsx';
import type { Specimen } from './specimen.ts';
import { specimens } from './specimens.ts';
import { exhibits } from './states.ts';
import './gallery.css';

const LANGUAGES = { en, de, he };
const SCHEMES = { auto: 'Like this page', light: 'Light', dark: 'Dark' };

type LanguageCode = keyof typeof LANGUAGES;
type Scheme = keyof typeof SCHEMES;

interface Exhibit {
  readonly hook: string | null;
  readonly states: readonly string[];
}

const byName: Readonly<Record<string, Readonly<Record<string, Specimen>>>> = specimens;

function Gallery() {
  const [language, setLanguage] = useState<LanguageCode>('en');
  const [scheme, setScheme] = useState<Scheme>('auto');
  return (
    <>
      <form className="gallery-controls">
        <label>
          Language{' '}
          <select value={language} onChange={(event) => setLanguage(event.target.value as LanguageCode)}>
            <option value="en">English</option>
            <option value="de">German</option>
            <option value="he">Hebrew</option>
          </select>
        </label>
        <label>
          Colours{' '}
          <select value={scheme} onChange={(event) => setScheme(event.target.value as Scheme)}>
            {Object.entries(SCHEMES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </form>
      {Object.entries<Exhibit>(exhibits).map(([component, { hook, states }]) => (
        <section key={component} className="gallery-component" id={component} aria-labelledby={`${component}-title`}>
          <h2 id={`${component}-title`}>
            <code>{component}</code>
          </h2>
          {hook && (
            <p>
              The hook under it: <code>{hook}</code>
            </p>
          )}
          {states.map((state) => {
            const specimen = byName[component]?.[state];
            return (
              specimen && (
                <div key={state} className="gallery-state">
                  <h3>{state}</h3>
                  {specimen.remark && <p>{specimen.remark}</p>}
                  <Frame
                    // Sentences about errors stay in the language in which the component was used.
                    key={language}
                    specimen={specimen}
                    texts={LANGUAGES[language]}
                    direction={language === 'he' ? 'rtl' : 'ltr'}
                    scheme={scheme}
                  />
                </div>
              )
            );
          })}
        </section>
      ))}
    </>
  );
}

const root = document.getElementById('page-script');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}
