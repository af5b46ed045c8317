import type { Form as FormObject, SiteProperties } from '@portico/sdk';
import { useCallback, useEffect, useState } from 'react';
import { usePortico } from '../PorticoProvider.tsx';
import { en } from '../texts/index.ts';
import type { PorticoFormProps, SentForm } from './form-props.ts';
import { PorticoForm } from './PorticoForm.tsx';
import { redirectOf } from './redirect.ts';
import { ThankYou } from './ThankYou.tsx';

export interface FormProps extends Omit<PorticoFormProps, 'form'> {
  readonly formId: string;
  /** called once the form was taken, beside what its owner wants to happen then */
  readonly onSent?: () => void;
}

interface Loaded {
  readonly form: FormObject;
  readonly site: SiteProperties | null;
}

/**
 * A form by its id, below a PorticoProvider: loads it, sends its files and values through the client, and does afterwards
 * what its owner has chosen. Where `captcha` is absent, a form that asks for one is refused by the server.
 */
export function Form({ formId, onSent, ...props }: FormProps) {
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
      if (!client) throw new Error('A Form stands below a PorticoProvider.');
      const [form, properties] = await Promise.all([
        client.forms.getForm(formId),
        // Without it a form begins in no country, and the rest goes on.
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

  async function submit(sent: SentForm) {
    const refused = onSubmit ? await onSubmit(sent) : await client?.forms.submit(formId, sent.values, sent.options);
    if (onSubmit && refused) return refused as Awaited<ReturnType<typeof onSubmit>>;
    onSent?.();
    const elsewhere = redirectOf(form);
    if (elsewhere && !elsewhere.inNewTab) location.assign(elsewhere.url);
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
