import { useEffect, useRef } from 'react';
import type { Texts } from '../texts/index.ts';

export interface SummaryEntry {
  readonly inputId: string | null;
  readonly label: string;
  readonly text: string;
}

/**
 * Everything that is wrong, in one place above the form. It takes the focus whenever `occasion` changes (the form was
 * sent, the server answered), and so is read out once, and not again with each key pressed.
 */
export function ErrorSummary({
  entries,
  occasion,
  texts,
}: {
  entries: readonly SummaryEntry[];
  occasion: unknown;
  texts: Texts;
}) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is what the effect is for
  useEffect(() => box.current?.focus(), [occasion]);
  if (entries.length === 0) return null;
  return (
    <section className="portico-summary" aria-label={texts.forms.summaryLabel} tabIndex={-1} ref={box}>
      <p>{texts.forms.summary(entries.length)}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.inputId ?? entry.text}>
            {entry.inputId ? <a href={`#${entry.inputId}`}>{entry.label}</a> : entry.label}
            {entry.label && ': '}
            {entry.text}
          </li>
        ))}
      </ul>
    </section>
  );
}
