import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, Hidden } from './Field.tsx';
import type { IdentityFormProps } from './form-props.ts';

export interface VerifyEmailFormProps extends IdentityFormProps {
  /** one sentence about the code; absent while nothing is wrong */
  readonly error?: string;
  /** a new code was sent just now */
  readonly resent?: boolean;
}

/**
 * The six digits of a mail, posted as `code`, and beneath it a form of its own that asks for a new one (`intent` is
 * `resend`). Phones and mail programs offer the code by themselves.
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
          // Spaces are let through: people copy them along, and they are taken away afterwards.
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

/** The code as it was meant: digits alone. */
export const readCode = (form: FormData): string => String(form.get('code') ?? '').replace(/\s/g, '');
