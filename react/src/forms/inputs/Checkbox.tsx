import { FieldError, Marked } from '../FieldParts.tsx';
import { inputAttributes, isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { RichContent } from '../RichContent.tsx';

/** A box to tick beside its label, which may hold links. */
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
          // Only where ticking is the one answer may the browser itself insist on it.
          required={required && !field.falseAllowed}
        />
        <span className="portico-choice-text">
          <Marked required={required}>
            <bdi>{field.richLabel ? <RichContent content={field.richLabel} inline /> : field.label}</bdi>
          </Marked>
        </span>
      </label>
      <FieldError path={path} />
    </div>
  );
}
