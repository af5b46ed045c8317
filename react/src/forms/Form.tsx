import type { FormId, Form as FormObject } from '@portico/sdk';
import { Captcha } from '../captcha/Captcha.tsx';
import { Failure } from '../data/LoadError.tsx';
import { useOptionalPortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import { FormView } from './FormView.tsx';
import type { PorticoFormProps } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { ThankYou } from './ThankYou.tsx';
import { useForm } from './use-form.ts';
import type { FormCallOptions } from './use-form-calls.ts';

interface FormSettings extends Omit<PorticoFormProps, 'form' | 'onSubmit'>, FormCallOptions {}

export type FormProps = FormSettings &
  (
    | {
        /** Loads this form. */ readonly formId: FormId<RegisteredSite>;
        readonly form?: undefined;
        /**
         * Suspends until the form is loaded, and throws errors to the nearest error boundary. Must not change between
         * renders.
         */
        readonly suspense?: boolean;
      }
    | {
        /** A form that is already loaded (`client.forms.getForm`). */ readonly form: FormObject;
        readonly formId?: undefined;
        readonly suspense?: undefined;
      }
  );

/**
 * Shows a form of the dashboard, checks it with the server's engine, uploads its files, submits its values, and then
 * performs the action that the owner chose. Without a PorticoProvider, it needs `form`, and is posted to the URL of its
 * page or passed to `onSubmit`. A form that requires a captcha shows the element `captcha`, or by default the captcha
 * that is built into the server. Your own markup on `useForm` has the same abilities.
 */
export function Form({ formId, form, texts: ownTexts, ...settings }: FormProps) {
  const texts = useTexts(ownTexts);
  const hasProvider = useOptionalPortico() !== null;
  if (form && !hasProvider) return <PorticoForm {...settings} form={form} texts={texts} />;
  // Another form resets the inputs, because its id is the key.
  return <ConnectedForm key={formId ?? form?.id} {...settings} source={form ?? formId} texts={texts} />;
}

interface ConnectedFormProps extends FormSettings {
  readonly source: FormId<RegisteredSite> | FormObject;
  readonly suspense?: boolean | undefined;
  readonly texts: Texts;
}

function ConnectedForm({ source, captcha, signIn, submissionKey, ...options }: ConnectedFormProps) {
  const state = useForm(source, { ...options, ...(captcha ? { needsCaptcha: true } : {}) });
  const { status, form, texts } = state;
  if (status === 'loading') return <p role="status">{texts.forms.loading}</p>;
  if (!form) return <Failure text={texts.forms.notThere} />;
  if (status === 'sent') return <ThankYou form={form} texts={texts} onDone={state.restart} />;
  return (
    <FormView
      form={form}
      state={{ ...state, isClosed: status === 'closed' }}
      signIn={signIn}
      captcha={captcha ?? (state.needsCaptcha && <Captcha texts={texts} isRequired />)}
      ticket={options.ticket}
      submissionKey={submissionKey}
    />
  );
}
