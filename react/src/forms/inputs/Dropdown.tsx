import { asText, inputAttributes } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { allowedChoices } from './allowed-choices.ts';

/** A select element, or a text input with suggestions if custom answers are allowed. */
export function Dropdown({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { readOnly, ...attributes } = inputAttributes(form, { field, path });
  const choices = allowedChoices(field, form.stateOf(path));
  if (field.customChoice !== null) {
    const list = `${form.idOf(path)}-list`;
    return (
      <>
        <input
          {...attributes}
          readOnly={readOnly}
          className="portico-input"
          list={list}
          defaultValue={asText(value)}
          placeholder={field.customPlaceholder || field.placeholder || undefined}
        />
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      </>
    );
  }
  return (
    <select {...attributes} className="portico-input" defaultValue={asText(value)}>
      <option value="">{field.placeholder || form.texts.forms.choose}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} disabled={readOnly && choice.value !== asText(value)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
