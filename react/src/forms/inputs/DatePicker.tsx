import { lazy, Suspense, useRef, useState } from 'react';
import { asText, inputAttributes } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';

const Calendar = lazy(() => import('./Calendar.tsx'));

/** A date input with a calendar that opens on request. */
export function DatePicker({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  function close(): void {
    setOpen(false);
    openButton.current?.focus();
  }
  function choose(date: string): void {
    if (input.current) input.current.value = date;
    form.changed(path);
    close();
  }

  return (
    <>
      <div className="portico-date-picker" data-live={form.live || undefined}>
        <input
          {...inputAttributes(form, { field, path })}
          ref={input}
          className="portico-input"
          type="date"
          min={field.minimum}
          max={field.maximum}
          autoComplete={field.autoComplete}
          defaultValue={asText(value)}
        />
        {form.live && !field.readOnly && (
          <button
            type="button"
            ref={openButton}
            className="portico-button-quiet"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {form.texts.forms.calendar}
            <span className="portico-unseen"> {field.label}</span>
          </button>
        )}
      </div>
      {open && (
        <section
          className="portico-calendar"
          aria-label={`${form.texts.forms.calendar}: ${field.label}`}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <Suspense fallback={<p className="portico-help">{form.texts.forms.loading}</p>}>
            <Calendar field={field} selected={input.current?.value ?? ''} language={form.language} onChoose={choose} />
          </Suspense>
        </section>
      )}
    </>
  );
}
