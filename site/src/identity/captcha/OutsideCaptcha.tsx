import { useEffect, useRef, useState } from 'react';
import type { OutsideCaptcha as Provider } from '../../host.ts';
import { type CaptchaApi, loadProvider, renderOptions } from './outside-provider.ts';

interface OutsideCaptchaProps {
  readonly provider: Provider;
  readonly siteKey: string;
  readonly invisible: boolean;
  readonly language: string;
  /** said where the provider cannot be reached */
  readonly failure: string;
}

/** The widget of an outside service. An invisible one holds the form back when it is sent, and sends it once it is sure. */
export function OutsideCaptcha({ provider, siteKey, invisible, language, failure }: OutsideCaptchaProps) {
  const box = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const form = answer.current?.form;
    if (!form) return;
    const stop = new AbortController();
    loadProvider(provider, language)
      .then((api) => {
        if (!stop.signal.aborted) show(api, form, stop.signal);
      })
      .catch(() => setFailed(true));
    return () => stop.abort();

    function show(api: CaptchaApi, form: HTMLFormElement, signal: AbortSignal): void {
      const input = answer.current as HTMLInputElement;
      const widget = api.render(box.current as HTMLElement, {
        ...renderOptions(provider, siteKey, invisible),
        callback(token) {
          input.value = token;
          // Not within the event that asked for it: a form that is being sent cannot be sent again.
          if (invisible) setTimeout(() => form.requestSubmit());
        },
        'expired-callback'() {
          input.value = '';
        },
      });
      if (!invisible) return;
      const hold = (event: SubmitEvent): void => {
        if (input.value) return;
        event.preventDefault();
        api.execute(widget);
      };
      form.addEventListener('submit', hold, { signal });
    }
  }, [provider, siteKey, invisible, language]);

  return (
    <>
      {failed && <p className="portico-summary">{failure}</p>}
      <div ref={box} />
      <input type="hidden" name="captcha" ref={answer} />
    </>
  );
}
