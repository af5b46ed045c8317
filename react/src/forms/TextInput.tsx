import { type FieldProps, inputAttributes } from './field-props.ts';

const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  password: 'password',
  date: 'date',
  time: 'time',
  dateTime: 'datetime-local',
};

/** The input of a field that holds one text, number, date or choice from a list. */
export function TextInput(props: FieldProps) {
  const { field, inputId, value } = props;
  const first = (typeof value === 'string' ? value : value[0]) ?? '';
  const common = {
    ...inputAttributes(props),
    id: inputId,
    className: 'portico-input',
    autoComplete: field.autoComplete,
    placeholder: field.placeholder || undefined,
    defaultValue: first,
    maxLength: field.maxLength,
  };
  if (field.kind === 'textarea') return <textarea {...common} rows={5} />;
  if (field.kind === 'dropdown') return <Dropdown {...props} value={first} />;
  if (field.kind === 'number') {
    // Not type="number": it swallows what it cannot read, and changes under the mouse wheel.
    return <input {...common} type="text" inputMode={field.step && field.step % 1 === 0 ? 'numeric' : 'decimal'} />;
  }
  return <input {...common} type={TYPES[field.kind] ?? 'text'} min={field.minimum} max={field.maximum} />;
}

function Dropdown(props: FieldProps & { value: string }) {
  const { field, inputId, value, texts } = props;
  const { readOnly: _none, ...attributes } = inputAttributes(props);
  if (field.customChoice !== null) {
    return (
      <>
        <input
          {...attributes}
          id={inputId}
          className="portico-input"
          list={`${inputId}-list`}
          defaultValue={value}
          placeholder={field.placeholder || undefined}
        />
        <datalist id={`${inputId}-list`}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      </>
    );
  }
  return (
    <select {...attributes} id={inputId} className="portico-input" defaultValue={value}>
      <option value="">{field.placeholder || texts.forms.choose}</option>
      {field.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
