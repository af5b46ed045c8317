import { useFormContext } from './form-context.ts';
import type { DescribedError } from './values/describe-error.ts';

interface ErrorSummaryProps {
  readonly entries: readonly DescribedError[];
  /**
   * The errors at the time of the submission. Screen readers announce this text once, and not again with each
   * keystroke.
   */
  readonly announcement: string;
  /** Moves the focus to the field, which may be in another step. */
  onFollow(path: string): void;
}

/** Lists all errors above the form. */
export function ErrorSummary({ entries, announcement, onFollow }: ErrorSummaryProps) {
  const { texts, idOf } = useFormContext();
  return (
    <>
      <p className="portico-unseen" role="alert">
        {announcement}
      </p>
      {entries.length > 0 && (
        <section className="portico-summary" aria-label={texts.forms.summaryLabel}>
          <p>{texts.forms.summary(entries.length)}</p>
          <ul>
            {entries.map(({ path, label, text }) => (
              <li key={path ?? text}>
                {path === null ? (
                  label
                ) : (
                  <a
                    href={`#${idOf(path)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      onFollow(path);
                    }}
                  >
                    {label}
                  </a>
                )}
                {label && ': '}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
