import { en } from '../texts/index.ts';
import { FormView } from './FormView.tsx';
import type { PorticoFormProps } from './form-props.ts';
import { useDescribedForm } from './use-described-form.ts';

/**
 * Renders a form of the dashboard (forms contract section 4) and validates it with the server's engine. Without
 * JavaScript, it is a plain form whose inputs are named after the paths of their values; `readValues` reads the posted
 * data.
 */
export function PorticoForm({ texts = en, signIn, captcha, submissionKey, ...props }: PorticoFormProps) {
  const state = useDescribedForm(props.form, { ...props, texts, needsCaptcha: Boolean(captcha) });
  return (
    <FormView
      form={props.form}
      state={state}
      signIn={signIn}
      captcha={captcha}
      ticket={props.ticket}
      submissionKey={submissionKey}
    />
  );
}
