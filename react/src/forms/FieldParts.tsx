/** The parts around an input: its label with the required mark, its description and its error. */
import type { ReactNode } from 'react';
import { useFormContext } from './form-context.ts';
import { hasText, RichContent } from './RichContent.tsx';
import type { FieldView } from './view/field-view.ts';

type LabeledField = Pick<FieldView, 'label' | 'showLabel'>;

const labelClass = ({ showLabel }: LabeledField): string => (showLabel ? 'portico-label' : 'portico-hidden-label');

export function FieldLabel({ field, path, required }: { field: LabeledField; path: string; required: boolean }) {
  const { idOf } = useFormContext();
  return (
    <label className={labelClass(field)} htmlFor={idOf(path)}>
      <RequiredMark required={required}>
        <bdi>{field.label}</bdi>
      </RequiredMark>
    </label>
  );
}

export function Legend({ field, required }: { field: LabeledField; required: boolean }) {
  return (
    <legend className={labelClass(field)}>
      <RequiredMark required={required}>
        <bdi>{field.label}</bdi>
      </RequiredMark>
    </legend>
  );
}

/** A label with the required mark that the form's owner chose. */
export function RequiredMark({ required, children }: { required: boolean; children: ReactNode }) {
  const { indicator, texts } = useFormContext();
  if (!required || indicator.kind === 'NONE') return children;
  // The asterisk is visual only, because assistive technology reads the `required` attribute.
  const mark =
    indicator.kind === 'TEXT' ? (
      <span className="portico-required-text">{` ${texts.forms.requiredMark} `}</span>
    ) : (
      <span className="portico-required" aria-hidden="true">
        {indicator.before ? '* ' : ' *'}
      </span>
    );
  return indicator.before ? [<span key="mark">{mark}</span>, children] : [children, <span key="mark">{mark}</span>];
}

export function FieldHelp({ field, path }: { field: Pick<FieldView, 'content'>; path: string }) {
  const { idOf } = useFormContext();
  if (!hasText(field.content)) return null;
  return (
    <div className="portico-help" id={`${idOf(path)}-help`}>
      <RichContent content={field.content} />
    </div>
  );
}

export function FieldError({ path }: { path: string }) {
  const { idOf, errorOf } = useFormContext();
  const error = errorOf(path);
  if (!error) return null;
  return (
    <p className="portico-error" id={`${idOf(path)}-error`}>
      {error}
    </p>
  );
}
