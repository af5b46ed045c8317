import type { Form, SiteProperties } from '@portico/sdk';
import { useCallback } from 'react';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { FormRejection, FormSite, PorticoFormProps, SubmittedForm } from './form-props.ts';
import { redirectOf } from './redirect.ts';

export interface FormCallOptions {
  /** Called with the values instead of submitting them through the provider's client. */
  readonly onSubmit?: PorticoFormProps['onSubmit'];
  /** Called after the form was accepted, in addition to the action that the owner chose. */
  readonly onSubmitted?: (() => void) | undefined;
}

/** Returns the functions with which a form issues tickets, uploads files and submits, using the provider's client. */
export function useFormCalls(form: Form, { onSubmit, onSubmitted }: FormCallOptions, onAccepted: () => void) {
  const { client } = usePortico();
  const { id } = form;
  const issueTicket = useCallback(() => client.forms.issueTicket(id), [client, id]);
  const upload: NonNullable<PorticoFormProps['upload']> = (file, options) => client.forms.upload(id, file, options);
  async function submit(submitted: SubmittedForm): Promise<FormRejection | undefined> {
    const rejection = onSubmit && (await onSubmit(submitted));
    if (rejection) return rejection;
    if (!onSubmit) await client.forms.submit(id, submitted.values, submitted.options);
    onSubmitted?.();
    const redirect = redirectOf(form);
    if (redirect && !redirect.inNewTab) location.assign(redirect.url);
    onAccepted();
    return undefined;
  }
  return { issueTicket, upload, submit } as const;
}

/** Returns the part of the site's properties that forms use. */
export const formSiteOf = (site: SiteProperties | null): FormSite => ({
  country: site?.localeCountry,
  currency: site?.paymentCurrency,
  language: site?.localeLanguageCode,
});
