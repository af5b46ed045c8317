import type { Form as FormObject, SiteProperties } from '@portico/sdk';
import { useCallback, useEffect, useState } from 'react';
import { usePortico } from '../PorticoProvider.tsx';
import { en } from '../texts/index.ts';
import type { PorticoFormProps, SubmittedForm } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { redirectOf } from './redirect.ts';
import { ThankYou } from './ThankYou.tsx';

export interface FormProps extends Omit<PorticoFormProps, 'form'> {
  readonly formId: string;
  /** Called after the form was accepted, in addition to the action that the owner chose. */
  readonly onSubmitted?: () => void;
}

interface Loaded {
  readonly form: FormObject;
  readonly site: SiteProperties | null;
}

/**
 * Loads a form by its id, uploads its files, submits its values, and then performs the action that the owner chose.
 * Requires a PorticoProvider. Without `captcha`, the server rejects forms that require one.
 */
export function Form({ formId, onSubmitted, ...props }: FormProps) {
  const { texts = en, site, onSubmit } = props;
  const client = usePortico();
  const [loaded, setLoaded] = useState<Loaded | null | undefined>(undefined);
  const [phase, setPhase] = useState<'open' | 'sent'>('open');

  useEffect(() => {
    let gone = false;
    setLoaded(undefined);
    setPhase('open');
    load().then(
      (answer) => !gone && setLoaded(answer),
      () => !gone && setLoaded(null),
    );
    return () => {
      gone = true;
    };

    async function load(): Promise<Loaded | null> {
      if (!client) throw new Error('Form requires a PorticoProvider above it.');
      const [form, properties] = await Promise.all([
        client.forms.getForm(formId),
        // Without the site's properties, the form has no default country but still works.
        client.forms.siteProperties().catch(() => null),
      ]);
      return form && { form, site: properties };
    }
  }, [client, formId]);

  const issueTicket = useCallback(async () => (await client?.forms.issueTicket(formId)) ?? '', [client, formId]);

  if (loaded === undefined) return <p role="status">{texts.forms.loading}</p>;
  if (loaded === null || !client) return <p role="alert">{texts.forms.notThere}</p>;
  const { form } = loaded;
  if (phase === 'sent') return <ThankYou form={form} texts={texts} onDone={() => setPhase('open')} />;

  async function submit(submitted: SubmittedForm) {
    const rejection = onSubmit
      ? await onSubmit(submitted)
      : await client?.forms.submit(formId, submitted.values, submitted.options);
    if (onSubmit && rejection) return rejection as Awaited<ReturnType<typeof onSubmit>>;
    onSubmitted?.();
    const redirect = redirectOf(form);
    if (redirect && !redirect.inNewTab) location.assign(redirect.url);
    setPhase('sent');
  }

  return (
    <PorticoForm
      upload={(file, options) => client.forms.upload(formId, file, options)}
      issueTicket={issueTicket}
      {...props}
      form={form}
      site={{
        country: loaded.site?.localeCountry,
        currency: loaded.site?.paymentCurrency,
        language: loaded.site?.localeLanguageCode,
        ...site,
      }}
      onSubmit={submit}
    />
  );
}
