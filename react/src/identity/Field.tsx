import type { InputHTMLAttributes, ReactNode } from 'react';
import { useFormErrors } from './form-errors.ts';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  /** The name of the input, which is also the key of its error in the form around it. */
  readonly name: string;
  readonly label: ReactNode;
  readonly help?: string;
  /** True if an error of the form itself, such as a wrong password, also marks this input as invalid. */
  readonly sharesFormError?: boolean;
}

/** A labeled input whose help and error texts describe it for screen readers. */
export function Field({ id, label, help, sharesFormError = false, ...input }: FieldProps) {
  const { form, [input.name]: error } = useFormErrors();
  return (
    <div className="portico-field">
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="portico-input"
        id={id}
        {...describedBy(id, help, error)}
        {...(sharesFormError && form ? { 'aria-invalid': true } : {})}
        {...input}
      />
      <HelpAndError id={id} help={help} error={error} />
    </div>
  );
}

/**
 * The label of a required input, in a form that may also have optional ones. Screen readers skip the asterisk, because
 * they already announce the input's attribute `required`.
 */
export const RequiredLabel = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <span className="portico-required" aria-hidden="true">
      {' *'}
    </span>
  </>
);

export function describedBy(id: string, help: string | undefined, error: string | undefined) {
  const parts = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': parts || undefined } as const;
}

export function HelpAndError({ id, help, error }: { id: string; help?: string; error?: string }) {
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

/** An error of the form itself. Screen readers announce it when it appears. */
export function FormError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="portico-summary" role="alert">
      <p>{text}</p>
    </div>
  );
}

/** Hidden inputs. Empty values are omitted. */
export function Hidden({ values }: { values: Readonly<Record<string, string | null | undefined>> }) {
  return Object.entries(values).map(([name, value]) =>
    value ? <input key={name} type="hidden" name={name} value={value} /> : null,
  );
}
