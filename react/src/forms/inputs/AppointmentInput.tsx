import { isObject } from '@portico/domain';
import { useSyncExternalStore } from 'react';
import { FieldError } from '../FieldParts.tsx';
import { asText, isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { pathOf } from '../values/names.ts';

const subscribeToNothing = () => () => undefined;
const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Inputs for the start and end in the visitor's time zone. The component does not know which times are available. */
export function AppointmentInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const initial: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  const timeZone = useSyncExternalStore(
    subscribeToNothing,
    browserTimeZone,
    () => asText(initial.timeZone) || 'Etc/UTC',
  );
  const required = isRequired(form, { field, path });
  return (
    <div className="portico-appointment">
      {(['startDate', 'endDate'] as const).map((part) => {
        const own = pathOf(path, part);
        return (
          <div key={part}>
            <label className="portico-part-label" htmlFor={form.idOf(own)}>
              {form.texts.forms[part]}
            </label>
            <input
              id={form.idOf(own)}
              className="portico-input"
              type="datetime-local"
              name={own}
              required={required}
              readOnly={field.readOnly || undefined}
              defaultValue={asText(initial[part]).replace(/:00$/, '')}
              aria-invalid={form.errorOf(own) !== '' || undefined}
              aria-describedby={form.errorOf(own) ? `${form.idOf(own)}-error` : undefined}
            />
            <FieldError path={own} />
          </div>
        );
      })}
      <input type="hidden" name={pathOf(path, 'timeZone')} value={timeZone} />
      <p className="portico-help">{form.texts.forms.timeZone(timeZone)}</p>
      <FieldError path={pathOf(path, 'timeZone')} />
    </div>
  );
}
