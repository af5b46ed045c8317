import type { FieldError, FormId, Form as FormObject, FormProgressOptions, FormValues } from '@portico/sdk';
import { useState } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import type { Upload } from './form-context.ts';
import type { FormSite } from './form-props.ts';
import { type DescribedForm, NO_FORM, useDescribedForm } from './use-described-form.ts';
import { type FormCallOptions, formSiteOf, useFormCalls } from './use-form-calls.ts';
import { useFormDefinition } from './use-form-definition.ts';

export interface UseFormOptions extends FormCallOptions {
  /** The language of the errors. Default: that of the provider. */
  readonly texts?: Texts;
  /**
   * Suspends until the form is loaded, and throws errors to the nearest error boundary. Must not change between renders.
   */
  readonly suspense?: boolean | undefined;
  /** Initial values by target. Render the inputs with `initialValueOf`. */
  readonly values?: FormValues;
  /** The errors that the server reported for those values. */
  readonly errors?: readonly FieldError[];
  /**
   * Stores what the visitor enters until the form is submitted: `{ store: keyValueStore() }`. Render the inputs with
   * `initialValueOf`. Everybody who uses the same browser can read the stored values.
   */
  readonly progress?: FormProgressOptions;
  /** True if your markup has a captcha that must be solved. Default: true if the form requires one. */
  readonly needsCaptcha?: boolean;
  /** Replaces properties of the site, such as the currency of payments. */
  readonly site?: FormSite;
  /** Uploads a file. Default: through the provider's client. */
  readonly upload?: Upload;
  /** Issues a ticket. Default: through the provider's client. */
  readonly issueTicket?: () => Promise<string>;
  /** The ticket that the server has put into the page. */
  readonly ticket?: string;
}

/** A form and everything that its markup needs. */
export interface FormState extends Omit<DescribedForm, 'isClosed'> {
  /** `missing` if the form does not exist, `closed` if it accepts no submissions. */
  readonly status: 'loading' | 'missing' | 'closed' | 'open' | 'sent';
  readonly form: FormObject | null;
}

/**
 * The logic of a form for your own markup, and of the component `Form`: loads it, checks its values with the server's engine,
 * step by step, and submits them. Fields are uncontrolled inputs that are named after their targets. Render the inputs of all
 * steps, because values are read from them, and hide those of the other steps.
 */
export function useForm(source: FormId<RegisteredSite> | FormObject, options: UseFormOptions = {}): FormState {
  const texts = useTexts(options.texts);
  const isLoaded = typeof source !== 'string';
  const definition = useFormDefinition(isLoaded ? undefined : source, options.suspense);
  const form = isLoaded ? source : definition.form;
  const [isSubmitted, setSubmitted] = useState(false);
  const { issueTicket, upload, submit } = useFormCalls(form ?? NO_FORM, options, () => setSubmitted(true));
  const { isClosed, ...state } = useDescribedForm(form ?? NO_FORM, {
    needsCaptcha: form?.submissionPolicy?.captchaRequired === true,
    upload,
    ...(form ? { issueTicket } : {}),
    ...options,
    texts,
    site: { ...formSiteOf(definition.site), ...options.site },
    onSubmit: submit,
  });
  return {
    ...state,
    status: isSubmitted ? 'sent' : form ? (isClosed ? 'closed' : 'open') : form === null ? 'missing' : 'loading',
    form: form ?? null,
    restart() {
      setSubmitted(false);
      state.restart();
    },
  };
}
