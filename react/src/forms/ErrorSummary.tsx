import { useFormContext } from './form-context.ts';

export interface SummaryEntry {
  /** of the input; null for what is wrong with the form as a whole */
  readonly path: string | null;
  readonly label: string;
  readonly text: string;
}

interface ErrorSummaryProps {
  readonly entries: readonly SummaryEntry[];
  /** what was wrong when the form was sent: read out once, and not again with each key pressed */
  readonly announcement: string;
  /** takes whoever follows a link to the field, which may stand in another step */
  onFollow(path: string): void;
}

/** Everything that is wrong, in one place above the form. */
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
