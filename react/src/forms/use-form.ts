import type { FieldError, FormId, Form as FormObject, FormProgressOptions } from '@portico/sdk';
import { type FocusEvent, type FormEvent, type RefObject, type SubmitEvent, useMemo, useState } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { Texts } from '../texts/index.ts';
import { isClosed } from './ClosedForm.tsx';
import { errorText } from './error-text.ts';
import { type FormCallOptions, formSiteOf, useFormCalls } from './use-form-calls.ts';
import { useFormDefinition } from './use-form-definition.ts';
import { useFormState } from './use-form-state.ts';
import { useProgress } from './use-progress.ts';
import { useSubmission } from './use-submission.ts';
import { locateField } from './values/errors.ts';
import { createFormEngine } from './values/form-engine.ts';
import { pathOfInput } from './values/names.ts';
import { readValues } from './values/read-values.ts';
import { describeForm } from './view/describe-form.ts';
import type { FieldView } from './view/field-view.ts';
import { schemaOf } from './view/schema-of.ts';

export interface UseFormOptions extends FormCallOptions {
  /** The language of the errors. Default: that of the provider. */
  readonly texts?: Texts;
  /**
   * Suspends until the form is loaded, and throws errors to the nearest error boundary. Must not change between renders.
   */
  readonly suspense?: boolean;
  /**
   * Stores what the visitor enters until the form is submitted: `{ store: keyValueStore() }`. Render the inputs with
   * `initialValueOf`. Everybody who uses the same browser can read the stored values.
   */
  readonly progress?: FormProgressOptions;
}

export interface FormState {
  /** `missing` if the form does not exist, `closed` if it accepts no submissions. */
  readonly status: 'loading' | 'missing' | 'closed' | 'open' | 'sent';
  readonly form: FormObject | null;
  /** The fields in their order. Name each input after the `target` of its field. */
  readonly fields: readonly FieldView[];
  /** Returns the initial value of an input: the value that `progress` stored, otherwise the owner's default value. */
  initialValueOf(target: string): unknown;
  /** Properties of your `form` element. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    onFocus(): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
    onBlur(event: FocusEvent<HTMLFormElement>): void;
    onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  };
  /** Returns a sentence about the error of a field, or '' if there is none. */
  errorOf(target: string): string;
  /** Returns true if the owner, or a rule for the current values, hides the field. */
  isHidden(target: string): boolean;
  /** Returns true if the owner, or a rule for the current values, makes the field required. */
  isRequired(target: string): boolean;
  readonly pending: boolean;
  /** A sentence about a problem that no field causes, or '' if there is none. */
  readonly failure: string;
  /** Shows the form again after its submission. */
  restart(): void;
}

/** A placeholder for a form that is loading. */
const NO_FORM = { id: '', formFields: [], fields: [], steps: [], formRules: [] } as unknown as FormObject;
const NO_ERRORS: readonly FieldError[] = [];

/**
 * The logic of a form for your own markup: loads it, checks its values with the server's engine and submits them. Fields are
 * uncontrolled inputs that are named after their targets.
 */
export function useForm(source: FormId<RegisteredSite> | FormObject, options: UseFormOptions = {}): FormState {
  const texts = useTexts(options.texts);
  const isLoaded = typeof source !== 'string';
  const definition = useFormDefinition(isLoaded ? undefined : source, options.suspense);
  const loaded = isLoaded ? source : definition.form;
  const form = loaded ?? NO_FORM;
  const [isSubmitted, setSubmitted] = useState(false);
  const progress = useProgress(loaded, options.progress);
  // Submitting the form clears the stored values, so a form that is shown again starts without them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the values again when the form was submitted
  const stored = useMemo(() => progress?.load() ?? {}, [progress, isSubmitted]);
  const { issueTicket, submit } = useFormCalls(form, options, () => {
    progress?.clear();
    setSubmitted(true);
  });
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const engine = useMemo(() => createFormEngine(texts), [texts]);
  const { country = '' } = formSiteOf(definition.site);
  const state = useFormState({ form: schema, view, serverErrors: NO_ERRORS, country, engine });
  const submission = useSubmission({ onSubmit: submit, texts, ...(loaded ? { issueTicket } : {}) }, state);
  const fieldOf = (target: string): FieldView | undefined => locateField(view.fields, target)?.field;

  async function send(element: HTMLFormElement): Promise<void> {
    const { values, errors } = await state.check();
    if (values) return void (await submission.send(values, element));
    const [first] = errors;
    const input = first && element.elements.namedItem(first.errorPath);
    if (input instanceof HTMLElement) input.focus();
  }

  return {
    status: statusOf(loaded, isSubmitted),
    form: loaded ?? null,
    fields: view.fields,
    initialValueOf: (target) => stored[target] ?? fieldOf(target)?.initial,
    formProps: {
      ref: state.formRef,
      noValidate: true,
      onFocus: state.prepare,
      onInput({ target, currentTarget }) {
        state.changed(pathOfInput((target as { name?: string }).name ?? ''));
        progress?.save(readValues(view.fields, new FormData(currentTarget)));
      },
      onBlur: ({ target }) => state.left(pathOfInput((target as { name?: string }).name ?? '')),
      onSubmit(event) {
        event.preventDefault();
        void send(event.currentTarget);
      },
    },
    errorOf(target) {
      const error = state.errors.get(target);
      return error ? errorText(error, fieldOf(target), texts) : '';
    },
    isHidden: (target) => state.states.get(target)?.hidden ?? fieldOf(target)?.hidden ?? false,
    isRequired: (target) => state.states.get(target)?.required ?? fieldOf(target)?.required ?? false,
    pending: submission.pending,
    failure: submission.failure,
    restart: () => setSubmitted(false),
  };
}

function statusOf(form: FormObject | null | undefined, isSubmitted: boolean): FormState['status'] {
  if (isSubmitted) return 'sent';
  if (form === undefined) return 'loading';
  if (form === null) return 'missing';
  return isClosed(form, new Date()) ? 'closed' : 'open';
}
