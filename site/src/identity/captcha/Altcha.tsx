/// <reference types="altcha/types/react" />
import { useEffect, useState } from 'react';

interface AltchaProps {
  readonly invisible: boolean;
  readonly language: string;
  /** said where the widget cannot be loaded */
  readonly failure: string;
}

/** Server and browser write the same attribute. */
const CONFIGURATION = JSON.stringify({ hideFooter: true, hideLogo: true });

/**
 * Proof of work in the visitor's browser, checked by our own server. The widget holds the form back until it is done:
 * visible once its box is ticked, invisible when the form is sent.
 */
export function Altcha({ invisible, language, failure }: AltchaProps) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Only pages that show it load it.
    import('./load-altcha.ts').catch(() => setFailed(true));
  }, []);
  if (failed) return <p className="portico-summary">{failure}</p>;
  return (
    <altcha-widget
      challenge="/portico/v1/captcha/challenge"
      name="captcha"
      language={language}
      display={invisible ? 'invisible' : 'standard'}
      auto={invisible ? 'onsubmit' : 'off'}
      configuration={CONFIGURATION}
    />
  );
}
