import { useTexts } from '../../texts/index.ts';

/** Typing the own address is the confirmation: a stray press of a button deletes nothing. */
export function DeleteSection({ error }: { error: string | undefined }) {
  const { account } = useTexts();
  return (
    <section className="account-section" id="delete" aria-labelledby="delete-title">
      <h2 id="delete-title">{account.delete}</h2>
      <p className="section-lead">{account.deleteLead}</p>
      <form className="portico-form" method="post" action="/account#delete">
        <input type="hidden" name="intent" value="delete" />
        <div className="portico-field">
          <label className="portico-label" htmlFor="delete-email">
            {account.deleteConfirm}
          </label>
          <input
            className="portico-input"
            id="delete-email"
            name="email"
            type="email"
            autoComplete="off"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'delete-error' : undefined}
          />
          {error && (
            <p className="portico-error" id="delete-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <button className="portico-button button-danger" type="submit">
          {account.deleteButton}
        </button>
      </form>
    </section>
  );
}
