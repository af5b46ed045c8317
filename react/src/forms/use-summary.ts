import type { FieldError } from '@portico/sdk';
import { useCallback, useEffect, useId, useState } from 'react';
import type { FormTexts } from '../texts/forms-en.ts';
import { elementById } from './element-by-id.ts';
import { type FormState, targetOf } from './use-form-state.ts';
import type { DescribedError } from './values/describe-error.ts';
import type { FormView } from './view/field-view.ts';

interface SummaryInput {
  readonly view: FormView;
  readonly state: FormState;
  readonly texts: { readonly forms: FormTexts };
  readonly failure: string;
  /** Shows the step that contains a field. */
  turnTo(target: string): void;
}

/** Describes the errors for the fields, the summary and screen readers. */
export function useSummary({ view, state, texts, failure, turnTo }: SummaryInput) {
  const prefix = useId();
  const [announcement, setAnnouncement] = useState('');
  const [focusRequest, setFocusRequest] = useState<{ path: string } | null>(null);

  const describe = (errors: FormState['errors']): DescribedError[] =>
    [...errors].flatMap(([path, error]) => state.engine?.describeError(view.fields, path, error) ?? []);
  const entries = describe(state.errors);

  // Runs after the step has changed, because hidden elements cannot take the focus.
  useEffect(() => {
    const form = state.formRef.current;
    if (focusRequest && form) focusElement(form, `${prefix}${focusRequest.path}`, focusRequest.path);
  }, [focusRequest, prefix, state.formRef]);

  const focus = (path: string): void => {
    turnTo(targetOf(path));
    setFocusRequest({ path });
  };

  return {
    errors: failure ? [...entries, { path: null, label: '', text: failure }] : entries,
    announcement,
    focus,
    /** Announces the errors and moves the focus to the first one. */
    showFirst(errors: readonly FieldError[], failed = ''): void {
      const found = state.engine ? describe(state.engine.errorsByField(view.fields, errors)) : [];
      const sentences = found.map(({ label, text }) => [label, text].filter(Boolean).join(': '));
      // A live region announces only changed text, so a repeated message gets a trailing space.
      const withRepeatMark = (now: string, next: string): string => (next && now === next ? `${next}\u00a0` : next);
      const answers = found.filter(({ path }) => path !== null).length;
      const parts = [answers > 0 ? texts.forms.summary(answers) : '', ...sentences, failed].filter(Boolean);
      setAnnouncement((now) => withRepeatMark(now, parts.join(' ')));
      const first = found.find(({ path }) => path !== null)?.path;
      if (first) focus(first);
    },
    idOf: useCallback((path: string) => `${prefix}${path}`, [prefix]),
    errorOf: (path: string): string => {
      const error = state.errors.get(path);
      return (error && state.engine?.describeError(view.fields, path, error).text) ?? '';
    },
  } as const;
}

/** Focuses the element with an id, otherwise the input with a name, or the first input of a group. */
function focusElement(form: HTMLFormElement, id: string, name: string): void {
  const element = elementById(form, id) ?? form.querySelector<HTMLElement>(`[name="${name}"]`);
  const input = element?.matches('fieldset, section')
    ? element.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), select, textarea, button')
    : element;
  (input ?? element)?.focus();
  element?.scrollIntoView({ block: 'nearest' });
}
