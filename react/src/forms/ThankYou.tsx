import type { Form } from '@portico/sdk';
import { useEffect, useRef } from 'react';
import { en, type Texts } from '../texts/index.ts';
import { hasWords, RichContent } from './RichContent.tsx';
import { redirectOf } from './redirect.ts';

export interface ThankYouProps {
  readonly form: Pick<Form, 'submitSettings'>;
  readonly texts?: Texts;
  /** called once the owner's time for the message is over; absent: it stays */
  readonly onDone?: () => void;
}

/** What a form says once it was sent: the owner's message, or thanks. A popup of the owner's page is a message here. */
export function ThankYou({ form, texts = en, onDone }: ThankYouProps) {
  const { submitSuccessAction, thankYouMessageOptions } = form.submitSettings ?? {};
  const { richContent, durationInSeconds } = thankYouMessageOptions ?? {};
  const elsewhere = redirectOf(form);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (!onDone || !durationInSeconds || submitSuccessAction !== 'THANK_YOU_MESSAGE') return;
    const timer = setTimeout(onDone, durationInSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [onDone, durationInSeconds, submitSuccessAction]);
  return (
    <div className="portico-thanks" role="status" tabIndex={-1} ref={box}>
      {hasWords(richContent) ? <RichContent content={richContent} /> : <p>{texts.forms.sent}</p>}
      {elsewhere && (
        <p>
          <a href={elsewhere.url} target={elsewhere.inNewTab ? '_blank' : undefined} rel="noopener">
            {texts.forms.goOn}
          </a>
        </p>
      )}
    </div>
  );
}
