import type { Form, FormProgressOptions, FormValues } from '@portico/sdk';
import { useMemo } from 'react';
import { useHydrated } from '../provider/use-hydrated.ts';
import type { Texts } from '../texts/index.ts';
import { isClosed } from './ClosedForm.tsx';
import { type OpenForm, type OpenFormInput, useOpenForm } from './use-open-form.ts';
import { useProgress } from './use-progress.ts';
import { locateField } from './values/errors.ts';
import { createFormEngine } from './values/form-engine.ts';
import { readValues } from './values/read-values.ts';
import { describeForm } from './view/describe-form.ts';
import type { FieldView, FormView } from './view/field-view.ts';
import { schemaOf } from './view/schema-of.ts';

export interface DescribedFormInput extends Omit<OpenFormInput, 'form' | 'view' | 'engine' | 'onInput' | 'texts'> {
  readonly texts: Texts;
  readonly values?: FormValues;
  readonly progress?: FormProgressOptions;
}

export interface DescribedForm extends OpenForm {
  readonly isClosed: boolean;
  readonly texts: Texts;
  /** The form in the language of the texts: its steps and fields, and the texts of its buttons. */
  readonly view: FormView;
  /** The fields of all steps, in their order. Name each input after the `target` of its field. */
  readonly fields: readonly FieldView[];
  /**
   * Use it as `key` of your `form` element. It changes when the inputs have other initial values: after `restart`, and when
   * stored values are added to the HTML of a server.
   */
  readonly key: string;
  /** Returns the initial value of an input: stored by `progress`, from `values`, or the owner's default value. */
  initialValueOf(path: string): unknown;
  /** Returns true if the owner, or a rule for the current values, hides the field. A field without target has its id as path. */
  isHidden(path: string): boolean;
  /** Returns true if the owner, or a rule for the current values, makes the field required. */
  isRequired(path: string): boolean;
  /** Shows the form again, with its initial values. */
  restart(): void;
}

/** A placeholder for a form that is loading. */
export const NO_FORM = { id: '', formFields: [], fields: [], steps: [], formRules: [] } as unknown as Form;

/** Describes a form, stores what the visitor enters, and adds the logic of `useOpenForm`. It needs no provider. */
export function useDescribedForm(form: Form, input: DescribedFormInput): DescribedForm {
  const { texts, values, onSubmit } = input;
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const engine = useMemo(() => createFormEngine(texts), [texts]);
  // A form that closes while it is filled in remains visible, and the server rejects its submission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: computed once per form
  const closed = useMemo(() => isClosed(form, new Date()), [form.id]);
  const progress = useProgress(form === NO_FORM ? null : form, input.progress);
  const { round, reset, ...open } = useOpenForm({
    ...input,
    form,
    view,
    engine,
    onInput: (element) => progress?.save(readValues(view.fields, new FormData(element))),
    ...(onSubmit && {
      async onSubmit(submitted) {
        const rejection = await onSubmit(submitted);
        if (!rejection) progress?.clear();
        return rejection;
      },
    }),
  });
  // The server does not know the stored values, so they are added after the hydration of its HTML.
  const isHydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same form must not reset its inputs
  const stored = useMemo(() => (isHydrated ? progress?.load() : null), [isHydrated, form.id, round]);
  const fieldOf = (path: string): FieldView | undefined =>
    locateField(view.fields, path)?.field ?? view.fields.find(({ id }) => id === path);
  return {
    ...open,
    isClosed: closed,
    texts,
    view,
    fields: view.fields,
    key: `${form.id}-${round}${stored ? '-stored' : ''}`,
    initialValueOf: (path) => valueAt(stored, path) ?? (values ? valueAt(values, path) : fieldOf(path)?.initial),
    isHidden: (path) => open.stateOf(path).hidden ?? fieldOf(path)?.hidden ?? false,
    isRequired: (path) => open.stateOf(path).required ?? fieldOf(path)?.required ?? false,
    restart: reset,
  };
}

/** Returns the value at a path, such as `address/city`. */
const valueAt = (values: unknown, path: string): unknown =>
  path.split('/').reduce((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], values);
