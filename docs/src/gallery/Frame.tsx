import { PorticoProvider, type Texts } from '@portico/react';
import data from '@portico/react/styles/data.css?inline';
import inputs from '@portico/react/styles/form-inputs.css?inline';
import layout from '@portico/react/styles/form-layout.css?inline';
import forms from '@portico/react/styles/forms.css?inline';
import identity from '@portico/react/styles/identity.css?inline';
import tokens from '@portico/react/styles/tokens.css?inline';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { demoClient } from './demo-client.ts';
import host from './host.css?inline';
import type { Specimen } from './specimens.tsx';

/**
 * Delay in milliseconds before the frame becomes visible. A form with errors focuses its first invalid input when it is
 * mounted, which would scroll the page. A hidden input cannot take the focus.
 */
const REVEAL_DELAY_MS = 200;

/** The style sheets that all shadow roots share. */
const sheets = [tokens, host, forms, inputs, layout, identity, data].map((css) => {
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
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsMounted(true), REVEAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const client = useMemo(() => demoClient(specimen), [specimen]);
  return (
    <div
      className="gallery-frame"
      lang={texts.language}
      dir={direction}
      data-scheme={scheme}
      hidden={!isMounted}
      ref={box}
    >
      {root &&
        createPortal(
          <PorticoProvider client={client} texts={texts}>
            {specimen.render(texts)}
          </PorticoProvider>,
          root,
        )}
    </div>
  );
}
