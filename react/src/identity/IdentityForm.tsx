import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Texts } from '../texts/index.ts';
import { FormError, Hidden } from './Field.tsx';
import { type FormControl, hasErrors } from './form-control.ts';

interface IdentityFormProps {
  readonly control: FormControl;
  readonly submitText: string;
  readonly texts: Texts;
  /** The site's captcha widget. It writes its response to an input named `captcha`. */
  readonly captcha?: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A form with one button. A server or `onSubmit` handles its submission. */
export function IdentityForm({ control, submitText, texts, captcha, danger, children }: IdentityFormProps) {
  const { action, request, intent, errors, pending, onSubmit } = control;
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const isLive = onSubmit !== undefined;

  // Focuses the invalid input, so that screen readers read it with its error. After a post to a server, the new page
  // does this.
  useEffect(() => {
    if (!isLive || !errors) return;
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [];
    if (errors.form) {
      // If e-mail address and password do not match, both are invalid. The password is the one to enter again.
      const last = inputs[inputs.length - 1];
      last?.focus();
      last?.select();
    } else inputs[0]?.focus();
    // A captcha response is valid only once, so a new widget replaces the old one.
    if (hasErrors(errors)) setAttempts((count) => count + 1);
  }, [isLive, errors]);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!pending) onSubmit?.(new FormData(event.currentTarget));
  };

  return (
    <form
      className="portico-form"
      method="post"
      action={action}
      ref={form}
      onSubmit={isLive ? handleSubmit : undefined}
    >
      <Hidden values={{ request, intent }} />
      <FormError text={errors?.form} />
      {children}
      {captcha && <div key={attempts}>{captcha}</div>}
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
