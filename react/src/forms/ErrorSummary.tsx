import { type RefObject, useEffect, useRef } from 'react';

export interface SummaryEntry {
  readonly inputId: string | null;
  readonly label: string;
  readonly text: string;
}

/** Everything that is wrong, in one place above the form: focused when it appears, so that it is read out once. */
export function ErrorSummary({ entries, focusCount }: { entries: readonly SummaryEntry[]; focusCount: number }) {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  useEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);
  if (entries.length === 0) return null;
  return (
    <div className="portico-summary" role="alert" tabIndex={-1} ref={box}>
      <p>{entries.length === 1 ? 'One answer needs another look:' : `${entries.length} answers need another look:`}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.inputId ?? entry.text}>
            {entry.inputId ? <a href={`#${entry.inputId}`}>{entry.label}</a> : entry.label}
            {entry.label && ': '}
            {entry.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
