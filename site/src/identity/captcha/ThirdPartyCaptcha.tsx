import { useEffect, useRef, useState } from 'react';
import type { ThirdPartyCaptcha as Provider } from '../../host.ts';
import { type CaptchaApi, loadProvider, renderOptions } from './third-party-provider.ts';

interface ThirdPartyCaptchaProps {
  readonly provider: Provider;
  readonly siteKey: string;
  readonly invisible: boolean;
  readonly language: string;
  /** Message if the provider cannot be reached. */
  readonly failure: string;
}

/** The widget of a third-party captcha. An invisible widget stops the form's submission until the check has passed. */
export function ThirdPartyCaptcha({ provider, siteKey, invisible, language, failure }: ThirdPartyCaptchaProps) {
  const box = useRef<HTMLDivElement>(null);
  const tokenInput = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const form = tokenInput.current?.form;
    if (!form) return;
    const stop = new AbortController();
    loadProvider(provider, language)
      .then((api) => {
        if (!stop.signal.aborted) show(api, form, stop.signal);
      })
      .catch(() => setFailed(true));
    return () => stop.abort();

    function show(api: CaptchaApi, form: HTMLFormElement, signal: AbortSignal): void {
      const input = tokenInput.current as HTMLInputElement;
      const widget = api.render(box.current as HTMLElement, {
        ...renderOptions(provider, siteKey, invisible),
        callback(token) {
          input.value = token;
          // Submits after the current event, because a form cannot be submitted during its own submit event.
          if (invisible) setTimeout(() => form.requestSubmit());
        },
        'expired-callback'() {
          input.value = '';
        },
      });
      if (!invisible) return;
      const waitForToken = (event: SubmitEvent): void => {
        if (input.value) return;
        event.preventDefault();
        api.execute(widget);
      };
      form.addEventListener('submit', waitForToken, { signal });
    }
  }, [provider, siteKey, invisible, language]);

  return (
    <>
      {failed && <p className="portico-summary">{failure}</p>}
      <div ref={box} />
      <input type="hidden" name="captcha" ref={tokenInput} />
    </>
  );
}
