import { FieldError, RequiredMark } from '../FieldParts.tsx';
import { inputAttributes, isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { RichContent } from '../RichContent.tsx';

/** A checkbox with its label, which may contain links. */
export function Checkbox({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { readOnly, ...attributes } = inputAttributes(form, { field, path });
  const required = isRequired(form, { field, path });
  return (
    <div className="portico-field" data-kind="checkbox">
      <label className="portico-choice">
        <input
          {...attributes}
          type="checkbox"
          value="true"
          defaultChecked={value === true}
          disabled={readOnly}
          // If false is an allowed value, the browser must not require a tick.
          required={required && !field.falseAllowed}
        />
        <span className="portico-choice-text">
          <RequiredMark required={required}>
            <bdi>{field.richLabel ? <RichContent content={field.richLabel} inline /> : field.label}</bdi>
          </RequiredMark>
        </span>
      </label>
      <FieldError path={path} />
    </div>
  );
}
