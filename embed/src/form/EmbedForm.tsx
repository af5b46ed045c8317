import { ClosedForm, isClosed } from '@portico/react/forms/ClosedForm.tsx';
import { FieldFrame } from '@portico/react/forms/FieldFrame.tsx';
import { FormShell, type FormShellProps } from '@portico/react/forms/FormShell.tsx';
import type { FieldProps } from '@portico/react/forms/form-context';
import type { FormRejection, SubmittedForm } from '@portico/react/forms/form-props';
import { TextInput } from '@portico/react/forms/inputs/TextInput.tsx';
import { redirectOf } from '@portico/react/forms/redirect';
import { type OpenFormInput, useOpenForm } from '@portico/react/forms/use-open-form';
import type { EmbeddedForm } from '@portico/react/forms/view/embedded-form';
import type { FormTexts } from '@portico/react/texts/forms-en';
import type { Form } from '@portico/sdk';
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import type { EmbedContext } from '../embed.ts';
import type { Inputs } from './inputs.ts';

interface EmbedFormProps {
  readonly context: EmbedContext;
  readonly embedded: EmbeddedForm;
  readonly texts: { readonly forms: FormTexts };
  readonly inputs: Inputs;
}

type Confirmation = ComponentType<{ readonly onDone: () => void }>;

/** Shows a form and, after its submission, the confirmation. */
export function EmbedForm({ context, embedded, texts, inputs }: EmbedFormProps) {
  const { host } = context;
  const { view, ticket, site, pageUrl } = embedded;
  const form = embedded.form as Form;
  const [confirmation, setConfirmation] = useState<{ readonly View: Confirmation } | null>(null);
  // A ticket is valid for one submission, so the form requests another one when it is shown again.
  const [isShownAgain, setIsShownAgain] = useState(false);
  const Field = useMemo(() => {
    return (props: FieldProps) => <FieldFrame {...props} Input={inputs.get(props.field.kind) ?? TextInput} />;
  }, [inputs]);
  const engine = useCallback(
    async () => (await import('./form-engine.ts')).loadFormEngine(site.language, texts),
    [site.language, texts],
  );
  const connect = useCallback(
    async () => (await import('./connection.ts')).connectForm(context, embedded),
    [context, embedded],
  );

  async function submit({ values, options }: SubmittedForm): Promise<FormRejection | undefined> {
    try {
      // The confirmation is loaded before the form is submitted, so that nothing can fail afterwards.
      const [{ submit }, { confirmationOf }] = await Promise.all([connect(), import('./confirmation.tsx')]);
      const errors = await submit(values, options);
      if (errors.length > 0) return { errors };
      const event = new CustomEvent('portico-submitted', {
        bubbles: true,
        composed: true,
        cancelable: true,
        detail: { formId: form.id },
      });
      const redirect = host.dispatchEvent(event) ? redirectOf(form) : null;
      if (redirect && !redirect.inNewTab) location.assign(redirect.url);
      setConfirmation({ View: confirmationOf(form, texts) });
      return undefined;
    } catch (error) {
      console.error(`<portico-form> could not send the form ${form.id}.`, error);
      return { failure: texts.forms.cannotSend };
    }
  }

  if (confirmation) {
    const { View } = confirmation;
    const showAgain = () => {
      setIsShownAgain(true);
      setConfirmation(null);
    };
    return <View onDone={showAgain} />;
  }
  if (isClosed(form, new Date())) return <ClosedForm form={form} texts={texts} />;
  return (
    <OpenEmbedForm
      form={form}
      view={view}
      Field={Field}
      engine={engine}
      texts={texts}
      site={site}
      ticket={isShownAgain ? '' : ticket}
      issueTicket={async () => (await connect()).issueTicket()}
      upload={async (file, options) => (await connect()).upload(file, options)}
      signIn={{ url: new URL('/sign-in', pageUrl).href }}
      onSubmit={submit}
    />
  );
}

type OpenEmbedFormProps = OpenFormInput & Pick<FormShellProps, 'Field' | 'signIn'>;

/** Holds the state of the form until the submission, after which this component is unmounted. */
function OpenEmbedForm({ Field, signIn, ...input }: OpenEmbedFormProps) {
  const { view, texts, ticket } = input;
  return (
    <FormShell
      open={useOpenForm(input)}
      view={view}
      Field={Field}
      initialOf={(field) => field.initial}
      texts={texts}
      signIn={signIn}
      ticket={ticket}
    />
  );
}
