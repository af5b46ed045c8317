import type { InputHTMLAttributes, ReactNode } from 'react';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly label: ReactNode;
  readonly help?: string;
  /** one sentence; absent while nothing is wrong */
  readonly error?: string;
}

/** A labelled input with its help and its error, each read out with it. */
export function Field({ id, label, help, error, ...input }: FieldProps) {
  return (
    <div className="portico-field">
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      <input className="portico-input" id={id} {...describedBy(id, help, error)} {...input} />
      <Below id={id} help={help} error={error} />
    </div>
  );
}

export function describedBy(id: string, help: string | undefined, error: string | undefined) {
  const parts = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': parts || undefined } as const;
}

export function Below({ id, help, error }: { id: string; help?: string; error?: string }) {
  return (
    <>
      {help && (
        <p className="portico-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="portico-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

/** What went wrong with the whole form, read out when it appears. */
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="portico-summary" role="alert">
      <p>{text}</p>
    </div>
  );
}

/** Values that go along unseen; those that are absent are left out. */
export function Hidden({ values }: { values: Readonly<Record<string, string | null | undefined>> }) {
  return Object.entries(values).map(([name, value]) =>
    value ? <input key={name} type="hidden" name={name} value={value} /> : null,
  );
}
