import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, Hidden } from './Field.tsx';
import type { IdentityFormProps } from './form-props.ts';

export interface VerifyEmailFormProps extends IdentityFormProps {
  /** One sentence about the code. Absent without an error. */
  readonly error?: string;
  /** True if a new code has just been sent. */
  readonly resent?: boolean;
}

/**
 * A form that posts the six-digit code of a mail as `code`, and a second form that requests a new one (`intent` is
 * `resend`). Phones and mail programs fill in the code automatically.
 */
export function VerifyEmailForm({ action, request, error, resent = false, texts = en }: VerifyEmailFormProps) {
  const id = useId();
  const { verifyEmail } = texts;
  return (
    <>
      <p className="portico-status" role="status">
        {resent ? verifyEmail.resent : ''}
      </p>
      <form className="portico-form" method="post" action={action}>
        <Hidden values={{ request }} />
        <Field
          id={`${id}code`}
          label={verifyEmail.code}
          help={verifyEmail.codeHelp}
          error={error}
          className="portico-input portico-code"
          name="code"
          type="text"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Allows white space, which people copy with the code. readCode removes it.
          pattern="\s*([0-9]\s*){6}"
          maxLength={20}
          required
        />
        <button className="portico-button" type="submit">
          {verifyEmail.button}
        </button>
      </form>
      <form className="portico-aside" method="post" action={action}>
        <Hidden values={{ request, intent: 'resend' }} />
        <span>{verifyEmail.nothingCame}</span>
        <button className="portico-link" type="submit">
          {verifyEmail.resend}
        </button>
      </form>
    </>
  );
}

/** Returns the posted code without white space. */
export const readCode = (form: FormData): string => String(form.get('code') ?? '').replace(/\s/g, '');
