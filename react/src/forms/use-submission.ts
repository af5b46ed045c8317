import { MIN_FILL_SECONDS } from '@portico/domain';
import type { FormValues, PorticoError } from '@portico/sdk';
import { useEffect, useRef, useState } from 'react';
import type { FormContext } from './form-context.ts';
import type { FormRejection, PorticoFormProps } from './form-props.ts';
import type { FormState } from './use-form-state.ts';
import { CAPTCHA_NAME, HONEYPOT_NAME } from './values/names.ts';

interface SubmissionProps extends Pick<PorticoFormProps, 'onSubmit' | 'issueTicket' | 'ticket'> {
  readonly texts: FormContext['texts'];
  readonly needsCaptcha?: boolean;
}

/** A ticket is valid for a day and is renewed well before it expires. */
const TICKET_RENEWAL_MS = 20 * 3_600_000;

/**
 * Submits a form once, however often the button is pressed. The idempotency key changes only when the values change.
 */
export function useSubmission(props: SubmissionProps, state: FormState) {
  const { onSubmit, issueTicket, needsCaptcha, texts } = props;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState('');
  const [attempts, setAttempts] = useState(0);
  const isSending = useRef(false);
  const key = useRef({ id: '', values: '' });
  const ticket = useRef({ text: props.ticket ?? '', since: Date.now() });
  const { round } = state;

  useEffect(() => {
    if (!issueTicket) return;
    const renewTicket = (): void => {
      issueTicket().then(
        (newTicket) => {
          ticket.current = { text: newTicket, since: Date.now() };
        },
        () => undefined,
      );
    };
    // A ticket is valid for one submission, so a form that is shown again needs another one.
    if (round > 0) ticket.current.text = '';
    if (ticket.current.text === '') renewTicket();
    const timer = setInterval(renewTicket, TICKET_RENEWAL_MS);
    return () => clearInterval(timer);
  }, [issueTicket, round]);

  async function send(values: FormValues, element: HTMLFormElement): Promise<FormRejection | null> {
    if (isSending.current) return null;
    const textOf = (name: string): string => String(new FormData(element).get(name) ?? '');
    const captchaToken = textOf(CAPTCHA_NAME);
    if (needsCaptcha && captchaToken === '') return reject({ failure: texts.forms.captcha });
    if (!onSubmit) {
      // Native submit() bypasses this handler and posts to the page's own URL.
      element.submit();
      return null;
    }
    // The same values in a form that is shown again are another submission.
    const serialized = JSON.stringify([round, values]);
    if (key.current.values !== serialized) key.current = { id: crypto.randomUUID(), values: serialized };
    const honeypot = textOf(HONEYPOT_NAME);
    const options = { captchaToken, idempotencyKey: key.current.id, ticket: ticket.current.text, honeypot };
    isSending.current = true;
    setPending(true);
    setFailure('');
    try {
      await waitForMinimumAge(ticket.current);
      const rejection = await onSubmit({ values, options, element });
      return rejection ? reject(rejection) : null;
    } catch (error) {
      const errors = state.engine?.fieldErrorsOf(error) ?? [];
      return reject(errors.length > 0 ? { errors } : { failure: failureOf(error, texts) });
    } finally {
      isSending.current = false;
      setPending(false);
    }
  }

  function reject(rejection: FormRejection): FormRejection {
    state.showServerErrors(rejection.errors ?? []);
    setFailure(rejection.failure ?? '');
    // Each captcha response is valid only once, so a new attempt needs a new widget.
    setAttempts((count) => count + 1);
    return rejection;
  }

  return {
    pending,
    failure,
    attempts,
    send,
    /** Shows a problem that no field causes, and returns it. */
    fail(sentence: string): string {
      setFailure(sentence);
      return sentence;
    },
  };
}

/**
 * Returns the sentence for the visitor: the message of the error, or a general sentence for failures of the network and
 * of the server. The messages of such failures address developers and are logged.
 */
function failureOf(error: unknown, { forms }: FormContext['texts']): string {
  // Without a response, the status is 0. An import of PorticoError would add to the first chunk of the embeds.
  const { status = 0, message } = error as Partial<PorticoError>;
  if (message && status >= 400 && status < 500) return message;
  console.error('The form could not be sent.', error);
  return forms.cannotSend;
}

/**
 * Waits until the form is old enough. The server treats a form that is sent instantly as spam, even if the browser's
 * autofill completed it.
 */
async function waitForMinimumAge({ text, since }: { text: string; since: number }): Promise<void> {
  const remainingMs = since + MIN_FILL_SECONDS * 1_000 + 200 - Date.now();
  if (text !== '' && remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}
