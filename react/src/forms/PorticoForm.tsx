import { type FieldError, type Form, type FormValues, fieldErrorsOf } from '@portico/sdk';
import { type FocusEvent, type SubmitEvent, useId, useMemo, useState } from 'react';
import { usePortico } from '../PorticoProvider.tsx';
import { en, type Texts } from '../texts/index.ts';
import { describeForm, type FieldView } from './describe-form.ts';
import { ErrorSummary, type SummaryEntry } from './ErrorSummary.tsx';
import { errorText } from './error-text.ts';
import { FormField } from './FormField.tsx';
import { ThankYou } from './ThankYou.tsx';
import { targetOf, useFormState } from './use-form-state.ts';

export interface PorticoFormProps {
  /** as `client.forms.getForm` answers it */
  readonly form: Form;
  /** what is entered at first, by target; e.g. what a refused post held */
  readonly values?: FormValues;
  /** what the server found wrong with those values */
  readonly errors?: readonly FieldError[];
  /** a sending is under way */
  readonly pending?: boolean;
  /**
   * Takes values that the page found right. Absent: below a PorticoProvider they are submitted through its client and
   * the form's thank-you message shows; without one the form is posted to the page's own address.
   */
  readonly onSubmit?: (values: FormValues, form: HTMLFormElement) => void | Promise<void>;
  /** in which language, English unless it is given */
  readonly texts?: Texts;
}

const NO_ERRORS: readonly FieldError[] = [];

/**
 * A form from the dashboard (forms contract section 4), validated by the same engine as on the server. Before scripts
 * run it is a plain form whose inputs carry the fields' targets as names; `readValues` reads what it posts.
 */
export function PorticoForm(props: PorticoFormProps) {
  const { form, values, errors = NO_ERRORS, pending = false, onSubmit, texts = en } = props;
  const client = usePortico();
  const idPrefix = useId();
  const { fields, submitText } = useMemo(() => describeForm(form, texts), [form, texts]);
  const state = useFormState(form, fields, errors);
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const [refusals, setRefusals] = useState(0);
  if (sent) return <ThankYou form={form} texts={texts} />;

  const inputId = (field: FieldView): string => `${idPrefix}${field.target || field.id}`;
  const isShown = (field: FieldView): boolean => !(state.states.get(field.id)?.hidden ?? field.hidden);
  const shown = fields.filter(isShown);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const element = event.currentTarget;
    const send = onSubmit ?? (client ? sendBy : null);
    const checked = state.check();
    if (!checked || send) event.preventDefault();
    if (!checked) setRefusals((count) => count + 1);
    if (!checked || !send) return;
    setSending(true);
    setFailure('');
    try {
      await send(checked, element);
    } catch (error) {
      const found = fieldErrorsOf(error);
      if (found.length > 0) state.refuse(found);
      else setFailure((error as Error).message);
      setRefusals((count) => count + 1);
    } finally {
      setSending(false);
    }
  }

  async function sendBy(checked: FormValues): Promise<void> {
    await client?.forms.submit(form.id, checked);
    setSent(true);
  }

  const leave = (event: FocusEvent<HTMLFormElement>): void => {
    const { name } = event.target as { name?: string };
    // On the way to the button an error would push it away from under the pointer; sending shows them all anyway.
    const toButton = (event.relatedTarget as { type?: string } | null)?.type === 'submit';
    if (name && !toButton) state.left(name);
  };

  return (
    <form
      className="portico-form"
      method="post"
      ref={state.formRef}
      // The browser's own bubbles help only where ours cannot run.
      noValidate={state.live}
      onChange={(event) => state.changed((event.target as { name?: string }).name ?? '')}
      onBlur={leave}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary
        entries={summarise(state.errors, fields, inputId, failure, texts)}
        texts={texts}
        occasion={refusals > 0 ? refusals : errors}
      />
      {shown.map((field) => {
        const error = state.errors.find((one) => targetOf(one) === field.target);
        return (
          <FormField
            key={field.id}
            field={field}
            inputId={inputId(field)}
            required={state.states.get(field.id)?.required ?? field.required}
            error={error ? errorText(error, field, texts) : ''}
            value={enteredIn(field, values)}
            texts={texts}
          />
        );
      })}
      <button className="portico-button" type="submit" aria-disabled={pending || sending || undefined}>
        {pending || sending ? texts.forms.sending : submitText}
      </button>
    </form>
  );
}

function summarise(
  errors: readonly FieldError[],
  fields: readonly FieldView[],
  inputId: (field: FieldView) => string,
  failure: string,
  texts: Texts,
): SummaryEntry[] {
  const entries = errors.map((error) => {
    const field = fields.find((one) => one.target === targetOf(error));
    return { inputId: field ? inputId(field) : null, label: field?.label ?? '', text: errorText(error, field, texts) };
  });
  return failure ? [...entries, { inputId: null, label: '', text: failure }] : entries;
}

function enteredIn(field: FieldView, values: FormValues | undefined): string | readonly string[] {
  if (!values) return field.initial;
  const value = values[field.target];
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null ? '' : String(value);
}
