import { useEffect, useRef, useState } from 'react';
import { CAPTCHA_NAME } from '../forms/values/names.ts';
import { useSignInSettings } from '../identity/use-sign-in-settings.ts';
import { usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { solveChallenge } from './solve-challenge.ts';

export interface CaptchaProps {
  readonly texts?: Texts;
  /** True if the form requires a captcha, even if the site has none for sign-in. */
  readonly isRequired?: boolean;
}

/**
 * The captcha that is built into the server, inside a form: ticking its box makes the browser compute a proof of work.
 * Renders nothing for a third-party captcha, because the app must load that captcha's script in its own component.
 */
export function Captcha({ texts: ownTexts, isRequired = false }: CaptchaProps) {
  const texts = useTexts(ownTexts);
  const { settings } = useSignInSettings();
  const { mode = 'OFF', provider } = settings?.captcha ?? {};
  if (provider !== 'ALTCHA' || (mode === 'OFF' && !isRequired)) return null;
  return <ProofOfWork texts={texts} />;
}

function ProofOfWork({ texts: { captcha } }: { readonly texts: Texts }) {
  const { client } = usePortico();
  const [state, setState] = useState<'open' | 'working' | 'solved' | 'failed'>('open');
  const [token, setToken] = useState('');
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function solve(): Promise<void> {
    const controller = new AbortController();
    work.current = controller;
    setState('working');
    try {
      setToken(await solveChallenge(await client.account.captchaChallenge(), controller.signal));
      setState('solved');
    } catch (error) {
      if (controller.signal.aborted) return;
      console.error('The captcha could not be solved.', error);
      setState('failed');
    }
  }

  return (
    <div className="portico-captcha">
      <label className="portico-choice">
        <input
          type="checkbox"
          checked={state === 'working' || state === 'solved'}
          onChange={() => {
            if (state === 'open' || state === 'failed') void solve();
          }}
        />
        <span>{captcha.confirm}</span>
      </label>
      <p className="portico-help" role="status">
        {state === 'working' && captcha.checking}
        {state === 'solved' && captcha.checked}
      </p>
      {state === 'failed' && (
        <p className="portico-error" role="alert">
          {captcha.cannotLoad}
        </p>
      )}
      <input type="hidden" name={CAPTCHA_NAME} value={token} />
    </div>
  );
}
