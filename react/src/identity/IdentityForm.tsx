import { type InputEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../provider/use-hydrated.ts';
import type { Texts } from '../texts/index.ts';
import { FormError, Hidden } from './Field.tsx';
import { type FormControl, type FormErrors, hasErrors, NO_ERRORS } from './form-control.ts';
import { FormErrorsProvider, invalidInputs, sentenceFor } from './form-errors.ts';

interface IdentityFormProps {
  readonly control: FormControl;
  readonly submitText: string;
  readonly texts: Texts;
  /** The site's captcha widget. It writes its response to an input named `captcha`. */
  readonly captcha?: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/**
 * A form with one button. A server or `onSubmit` handles its submission, after the form has checked the attributes of
 * its inputs. Without JavaScript, the browser checks them.
 */
export function IdentityForm({ control, submitText, texts, captcha, danger, children }: IdentityFormProps) {
  const { action, request, intent, errors = NO_ERRORS, pending, onSubmit } = control;
  const form = useRef<HTMLFormElement>(null);
  const captchaBox = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  /** The errors that the form itself has found; null if the last check found none. They replace those of `control`. */
  const [ownErrors, setOwnErrors] = useState<FormErrors | null>(null);
  const isHydrated = useHydrated();
  const isLive = onSubmit !== undefined;
  const shownErrors = ownErrors ?? errors;

  // Focuses the invalid input, so that screen readers read it with its error. If a server handles the form, the page
  // that it returns sets the focus itself.
  useEffect(() => {
    if (!isLive) return;
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [];
    if (errors.form) {
      // If e-mail address and password do not match, both are invalid. The password, the last input, gets the focus.
      const last = inputs[inputs.length - 1];
      last?.focus();
      last?.select();
    } else inputs[0]?.focus();
    // A captcha response is valid only once, so a new widget replaces the old one.
    if (hasErrors(errors)) setAttempts((count) => count + 1);
  }, [isLive, errors]);

  // Runs before the listeners of captcha widgets, because a form with errors needs no captcha.
  const checkInputs = (event: SubmitEvent<HTMLFormElement>): void => {
    const inputs = invalidInputs(event.currentTarget);
    const found = inputs.map((input) =>
      captchaBox.current?.contains(input) ? ['form', texts.errors['-19971']] : [input.name, sentenceFor(input, texts)],
    );
    setOwnErrors(inputs.length > 0 ? Object.fromEntries(found) : null);
    if (inputs.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    inputs[0]?.focus();
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!pending) onSubmit?.(new FormData(event.currentTarget));
  };

  /** Updates the error of an input while its value changes. */
  const handleInput = (event: InputEvent<HTMLFormElement>): void => {
    const input = event.target as HTMLInputElement;
    if (!ownErrors?.[input.name]) return;
    setOwnErrors({ ...ownErrors, [input.name]: input.validity.valid ? undefined : sentenceFor(input, texts) });
  };

  return (
    <form
      className="portico-form"
      method="post"
      action={action}
      ref={form}
      // The browser's own messages are only needed without JavaScript.
      noValidate={isHydrated}
      onInput={handleInput}
      onSubmitCapture={checkInputs}
      onSubmit={isLive ? handleSubmit : undefined}
    >
      <Hidden values={{ request, intent }} />
      <FormError text={shownErrors.form} />
      <FormErrorsProvider value={shownErrors}>{children}</FormErrorsProvider>
      {captcha && (
        <div key={attempts} ref={captchaBox}>
          {captcha}
        </div>
      )}
      <button
        className={danger ? 'portico-button portico-button-danger' : 'portico-button'}
        type="submit"
        aria-disabled={pending || undefined}
      >
        {pending ? texts.forms.sending : submitText}
      </button>
    </form>
  );
}
