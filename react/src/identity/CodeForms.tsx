import { useId } from 'react';
import type { Texts } from '../texts/index.ts';
import { ButtonForm } from './ButtonForm.tsx';
import { Field } from './Field.tsx';
import { type FormControl, textOf } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import type { SignInFlow } from './use-sign-in-flow.ts';

/** The forms of the step `verifyEmail` of a sign-in. */
export function VerifyEmailForms({ flow, texts }: { flow: SignInFlow; texts: Texts }) {
  const { errors, pending, isResent } = flow;
  const control = { errors, pending, onSubmit: (data: FormData) => void flow.verifyEmail(readCode(data)) };
  return (
    <CodeForms
      control={control}
      resend={{ pending, onSubmit: () => void flow.resendCode() }}
      isResent={isResent}
      texts={texts}
    />
  );
}

interface CodeFormsProps {
  readonly control: FormControl;
  readonly resend: FormControl;
  readonly isResent: boolean;
  readonly texts: Texts;
}

/** A form for the code in a mail, and a second form that requests another code. */
export function CodeForms({ control, resend, isResent, texts }: CodeFormsProps) {
  const id = useId();
  const { verifyEmail } = texts;
  return (
    <>
      <p className="portico-status" role="status">
        {isResent ? verifyEmail.resent : ''}
      </p>
      <IdentityForm control={control} submitText={verifyEmail.button} texts={texts}>
        <Field
          id={`${id}code`}
          label={verifyEmail.code}
          help={verifyEmail.codeHelp}
          className="portico-input portico-code"
          name="code"
          type="text"
          dir="ltr"
          inputMode="numeric"
          // Phones and mail programs fill in the code automatically.
          autoComplete="one-time-code"
          // Allows white space, which people copy with the code. readCode removes it.
          pattern="\s*([0-9]\s*){6}"
          maxLength={20}
          required
        />
      </IdentityForm>
      <div className="portico-aside">
        <span>{verifyEmail.nothingCame}</span>
        <ButtonForm control={resend} className="portico-link" text={verifyEmail.resend} />
      </div>
    </>
  );
}

/** Returns the posted code without white space. */
export const readCode = (form: FormData): string => textOf(form, 'code').replace(/\s/g, '');
