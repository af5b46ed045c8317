import type { FieldError } from '@portico/sdk';
import { useCallback, useEffect, useId, useState } from 'react';
import type { Texts } from '../texts/index.ts';
import type { SummaryEntry } from './ErrorSummary.tsx';
import { errorText } from './error-text.ts';
import { type FormState, targetOf } from './use-form-state.ts';
import type { Steps } from './use-steps.ts';
import { errorsBySpot, spotOf } from './values/errors.ts';
import type { FormView } from './view/field-view.ts';

interface Given {
  readonly view: FormView;
  readonly state: FormState;
  readonly texts: Texts;
  readonly failure: string;
  readonly steps: Steps;
}

/** What is wrong, in words: at the fields, in the summary, and once aloud. */
export function useSummary({ view, state, texts, failure, steps }: Given) {
  const prefix = useId();
  const [announcement, setAnnouncement] = useState('');
  const [wanted, setWanted] = useState<{ path: string } | null>(null);

  const entryOf = (path: string, error: FieldError): SummaryEntry => {
    const spot = spotOf(view.fields, path);
    const text = errorText(error, spot?.field, texts);
    const part = path.split('/').at(-1) as keyof Texts['forms']['address'];
    const name = spot?.field.kind === 'address' && path !== spot.field.target ? texts.forms.address[part] : undefined;
    return { path: spot ? path : null, label: name ? `${spot?.label}: ${name}` : (spot?.label ?? ''), text };
  };
  const entries = [...state.errors].map(([path, error]) => entryOf(path, error));

  // After the step has been turned: what is hidden takes no focus.
  useEffect(() => {
    if (wanted) focusAt(`${prefix}${wanted.path}`);
  }, [wanted, prefix]);

  const follow = (path: string): void => {
    steps.turnTo(targetOf(path));
    setWanted({ path });
  };

  return {
    entries: failure ? [...entries, { path: null, label: '', text: failure }] : entries,
    announcement,
    follow,
    /** says what is wrong, and takes whoever sent the form to the first of it */
    showFirst(errors: readonly FieldError[], failed = ''): void {
      const byPath = errorsBySpot(view.fields, errors);
      const found = [...byPath].map(([path, error]) => entryOf(path, error));
      const said = found.map(({ label, text }) => [label, text].filter(Boolean).join(': '));
      // The same words twice are news too: a live region speaks only of what has changed.
      const again = (now: string, next: string): string => (now === next ? `${next}\u00a0` : next);
      const words = [found.length > 0 ? texts.forms.summary(found.length) : '', ...said, failed].filter(Boolean);
      setAnnouncement((now) => again(now, words.join(' ')));
      const first = found.find(({ path }) => path !== null)?.path;
      if (first) follow(first);
    },
    fields: {
      idOf: useCallback((path: string) => `${prefix}${path}`, [prefix]),
      errorAt: (path: string): string => {
        const error = state.errors.get(path);
        return error ? errorText(error, spotOf(view.fields, path)?.field, texts) : '';
      },
    },
  } as const;
}

/** The input itself, or the first one of several. */
function focusAt(id: string): void {
  const element = document.getElementById(id);
  const input = element?.matches('fieldset, section')
    ? element.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), select, textarea, button')
    : element;
  (input ?? element)?.focus();
  element?.scrollIntoView({ block: 'nearest' });
}
