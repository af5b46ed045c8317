import { PorticoProvider, type Texts } from '@portico/react';
import calendar from '@portico/react/styles/calendar.css?inline';
import data from '@portico/react/styles/data.css?inline';
import inputs from '@portico/react/styles/form-inputs.css?inline';
import layout from '@portico/react/styles/form-layout.css?inline';
import forms from '@portico/react/styles/forms.css?inline';
import identity from '@portico/react/styles/identity.css?inline';
import tokens from '@portico/react/styles/tokens.css?inline';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { demoClient } from './demo-client.ts';
import host from './host.css?inline';
import type { Specimen } from './specimen.ts';
import { createVisitor } from './visitor.ts';

/**
 * Delay in milliseconds before the frame becomes visible, after the component has reached its state. A form with errors focuses
 * its first invalid input, and a confirmation itself, which would scroll the page. A hidden element cannot take the focus.
 */
const REVEAL_DELAY_MS = 200;

/** The style sheets that all shadow roots share. */
const sheets = [tokens, host, forms, inputs, layout, calendar, identity, data].map((css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
});

interface FrameProps {
  readonly specimen: Specimen;
  readonly texts: Texts;
  readonly direction: 'ltr' | 'rtl';
  readonly scheme: 'light' | 'dark' | 'auto';
}

/** Shows a component in a shadow root, so that it has the styles of the package and none of this page. */
export function Frame({ specimen, texts, direction, scheme }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = sheets;
    setRoot(shadow);
  }, []);
  const [isReady, setReady] = useState(false);
  const hasActed = useRef(false);
  useEffect(() => {
    // StrictMode runs effects twice during development.
    if (!root || hasActed.current) return;
    hasActed.current = true;
    const act = async (): Promise<void> => {
      await specimen.act?.(createVisitor(root));
    };
    act()
      .catch((error: unknown) => console.error(error))
      // A transition waits for all pending updates, such as those that move the focus.
      .finally(() => setTimeout(() => startTransition(() => setReady(true)), REVEAL_DELAY_MS));
  }, [root, specimen]);
  const client = useMemo(() => demoClient(specimen), [specimen]);
  // The same element, so that becoming visible does not pass new errors to a form, which would focus the first one.
  const component = useMemo(() => specimen.render(texts), [specimen, texts]);
  return (
    <div
      className="gallery-frame"
      lang={texts.language}
      dir={direction}
      data-scheme={scheme}
      hidden={!isReady}
      ref={box}
    >
      {root &&
        createPortal(
          <PorticoProvider client={client} texts={texts}>
            {component}
          </PorticoProvider>,
          root,
        )}
    </div>
  );
}
