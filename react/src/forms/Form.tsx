import type { FormId, Form as FormObject, SiteProperties } from '@portico/sdk';
import { useState } from 'react';
import { Captcha } from '../captcha/Captcha.tsx';
import { useOptionalPortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import type { PorticoFormProps } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { ThankYou } from './ThankYou.tsx';
import { type FormCallOptions, formSiteOf, useFormCalls } from './use-form-calls.ts';
import { useFormDefinition } from './use-form-definition.ts';

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
 * that is built into the server.
 */
export function Form({ formId, form, suspense, texts: ownTexts, ...settings }: FormProps) {
  const texts = useTexts(ownTexts);
  const hasProvider = useOptionalPortico() !== null;
  if (!form) return <LoadedForm formId={formId} suspense={suspense} {...settings} texts={texts} />;
  const props = { ...settings, form, texts };
  return hasProvider ? <ConnectedForm {...props} properties={null} /> : <PorticoForm {...props} />;
}

interface LoadedFormProps extends FormSettings {
  readonly formId: string;
  readonly suspense: boolean | undefined;
  readonly texts: Texts;
}

/** Loads the form. Another `formId` resets the inputs, because it is the key of the form. */
function LoadedForm({ formId, suspense, ...settings }: LoadedFormProps) {
  const { form, site } = useFormDefinition(formId, suspense);
  const { texts } = settings;
  if (form === undefined) return <p role="status">{texts.forms.loading}</p>;
  if (form === null) return <p role="alert">{texts.forms.notThere}</p>;
  return <ConnectedForm key={formId} {...settings} form={form} properties={site} />;
}

interface ConnectedFormProps extends FormSettings {
  readonly form: FormObject;
  readonly properties: SiteProperties | null;
  readonly texts: Texts;
}

function ConnectedForm({ form, properties, site, captcha, onSubmit, onSubmitted, ...props }: ConnectedFormProps) {
  const [phase, setPhase] = useState<'open' | 'sent'>('open');
  const { issueTicket, upload, submit } = useFormCalls(form, { onSubmit, onSubmitted }, () => setPhase('sent'));
  const needsCaptcha = form.submissionPolicy?.captchaRequired === true;
  if (phase === 'sent') return <ThankYou form={form} texts={props.texts} onDone={() => setPhase('open')} />;
  return (
    <PorticoForm
      upload={upload}
      issueTicket={issueTicket}
      {...props}
      captcha={captcha ?? (needsCaptcha && <Captcha texts={props.texts} isRequired />)}
      form={form}
      site={{ ...formSiteOf(properties), ...site }}
      onSubmit={submit}
    />
  );
}
