import type { FieldError } from '@portico/sdk';
import { useCallback, useEffect, useId, useState } from 'react';
import type { Texts } from '../texts/index.ts';
import type { SummaryEntry } from './ErrorSummary.tsx';
import { errorText } from './error-text.ts';
import { type FormState, targetOf } from './use-form-state.ts';
import type { Steps } from './use-steps.ts';
import { errorsByField, locateField } from './values/errors.ts';
import type { FormView } from './view/field-view.ts';

interface SummaryInput {
  readonly view: FormView;
  readonly state: FormState;
  readonly texts: Texts;
  readonly failure: string;
  readonly steps: Steps;
}

/** Describes the errors at the fields, in the summary and for screen readers. */
export function useSummary({ view, state, texts, failure, steps }: SummaryInput) {
  const prefix = useId();
  const [announcement, setAnnouncement] = useState('');
  const [focusRequest, setFocusRequest] = useState<{ path: string } | null>(null);

  const entryOf = (path: string, error: FieldError): SummaryEntry => {
    const location = locateField(view.fields, path);
    const text = errorText(error, location?.field, texts);
    const part = path.split('/').at(-1) as keyof Texts['forms']['address'];
    const name =
      location?.field.kind === 'address' && path !== location.field.target ? texts.forms.address[part] : undefined;
    return {
      path: location ? path : null,
      label: name ? `${location?.label}: ${name}` : (location?.label ?? ''),
      text,
    };
  };
  const entries = [...state.errors].map(([path, error]) => entryOf(path, error));

  // Runs after the step has changed, because hidden elements cannot take the focus.
  useEffect(() => {
    if (focusRequest) focusAt(`${prefix}${focusRequest.path}`);
  }, [focusRequest, prefix]);

  const follow = (path: string): void => {
    steps.turnTo(targetOf(path));
    setFocusRequest({ path });
  };

  return {
    entries: failure ? [...entries, { path: null, label: '', text: failure }] : entries,
    announcement,
    follow,
    /** Announces the errors and moves the focus to the first one. */
    showFirst(errors: readonly FieldError[], failed = ''): void {
      const byPath = errorsByField(view.fields, errors);
      const found = [...byPath].map(([path, error]) => entryOf(path, error));
      const sentences = found.map(({ label, text }) => [label, text].filter(Boolean).join(': '));
      // A live region announces only changed text, so a repeated message gets a trailing space.
      const again = (now: string, next: string): string => (now === next ? `${next}\u00a0` : next);
      const parts = [found.length > 0 ? texts.forms.summary(found.length) : '', ...sentences, failed].filter(Boolean);
      setAnnouncement((now) => again(now, parts.join(' ')));
      const first = found.find(({ path }) => path !== null)?.path;
      if (first) follow(first);
    },
    fields: {
      idOf: useCallback((path: string) => `${prefix}${path}`, [prefix]),
      errorAt: (path: string): string => {
        const error = state.errors.get(path);
        return error ? errorText(error, locateField(view.fields, path)?.field, texts) : '';
      },
    },
  } as const;
}

/** Focuses the input, or the first input of a group. */
function focusAt(id: string): void {
  const element = document.getElementById(id);
  const input = element?.matches('fieldset, section')
    ? element.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), select, textarea, button')
    : element;
  (input ?? element)?.focus();
  element?.scrollIntoView({ block: 'nearest' });
}
