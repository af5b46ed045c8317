import type { Form } from '@portico/sdk';
import { useEffect, useRef } from 'react';
import { type FormTexts, formsEn } from '../texts/forms-en.ts';
import { hasText, RichContent } from './RichContent.tsx';
import { redirectOf } from './redirect.ts';

export interface ThankYouProps {
  readonly form: Pick<Form, 'submitSettings'>;
  readonly texts?: { readonly forms: FormTexts };
  /** Called after the display time that the owner set. Without it, the message stays. */
  readonly onDone?: () => void;
  /** True in a frame of another website, where the link to the owner's page must not open inside the frame. */
  readonly inFrame?: boolean;
}

/** Shows the owner's message, or a default, after submission. The action `POPUP` shows the message without a popup. */
export function ThankYou({ form, texts = { forms: formsEn }, onDone, inFrame = false }: ThankYouProps) {
  const { submitSuccessAction, thankYouMessageOptions } = form.submitSettings ?? {};
  const { richContent, durationInSeconds } = thankYouMessageOptions ?? {};
  const redirect = redirectOf(form);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (!onDone || !durationInSeconds || submitSuccessAction !== 'THANK_YOU_MESSAGE') return;
    const timer = setTimeout(onDone, durationInSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [onDone, durationInSeconds, submitSuccessAction]);
  return (
    <div className="portico-thanks" role="status" tabIndex={-1} ref={box}>
      {hasText(richContent) ? <RichContent content={richContent} /> : <p>{texts.forms.submitted}</p>}
      {redirect && (
        <p>
          <a href={redirect.url} target={redirect.inNewTab ? '_blank' : inFrame ? '_top' : undefined} rel="noopener">
            {texts.forms.goOn}
          </a>
        </p>
      )}
    </div>
  );
}
