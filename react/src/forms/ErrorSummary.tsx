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

/** Shows the errors of the form itself, and lists those of its answers. Rendered above the form. */
export function ErrorSummary({ entries, announcement, onFollow }: ErrorSummaryProps) {
  const { texts, idOf } = useFormContext();
  const answerErrors = entries.flatMap((entry) => (entry.path === null ? [] : { ...entry, path: entry.path }));
  const formErrors = entries.filter(({ path }) => path === null);
  return (
    <>
      <p className="portico-unseen" role="alert">
        {announcement}
      </p>
      {entries.length > 0 && (
        <section
          className="portico-summary"
          aria-label={answerErrors.length > 0 ? texts.forms.summaryLabel : undefined}
        >
          {formErrors.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
          {answerErrors.length > 0 && (
            <>
              <p>{texts.forms.summary(answerErrors.length)}</p>
              <ul>
                {answerErrors.map(({ path, label, text }) => (
                  <li key={path}>
                    <a
                      href={`#${idOf(path)}`}
                      onClick={(event) => {
                        event.preventDefault();
                        onFollow(path);
                      }}
                    >
                      {label}
                    </a>
                    {': '}
                    {text}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </>
  );
}
