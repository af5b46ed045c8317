/// <reference types="altcha/types/react" />
import { useEffect, useState } from 'react';

interface AltchaProps {
  readonly invisible: boolean;
  readonly language: string;
  /** Message if the widget cannot be loaded. */
  readonly failure: string;
}

/** Serialized once, so that server and browser render the same attribute. */
const CONFIGURATION = JSON.stringify({ hideFooter: true, hideLogo: true });

/**
 * A proof of work in the browser, verified by this server. The widget delays the form until the proof is found. A
 * visible widget starts when its box is ticked, an invisible one when the form is sent.
 */
export function Altcha({ invisible, language, failure }: AltchaProps) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Loads the widget only on pages that show it.
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
