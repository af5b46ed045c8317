import { useId } from 'react';
import type { Texts } from '../texts/index.ts';
import { describedBy, Field, HelpAndError, RequiredLabel } from './Field.tsx';
import { useFormErrors } from './form-errors.ts';
import type { ProfileField } from './profile-fields.ts';

interface InputsProps {
  readonly fields: readonly ProfileField[];
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly texts: Texts;
}

/** The inputs of a member's profile, each named after the key of its field; `readProfile` reads them. */
export function ProfileInputs({ fields, values, texts }: InputsProps) {
  return fields.map((field) => <ProfileInput key={field.key} field={field} value={values[field.key]} texts={texts} />);
}

interface InputProps {
  readonly field: ProfileField;
  readonly value: string | undefined;
  readonly texts: Texts;
}

const INPUT_TYPES: Partial<Record<ProfileField['type'], string>> = { PHONE: 'tel', DATE: 'date', URL: 'url' };

function ProfileInput({ field, value = '', texts }: InputProps) {
  const id = useId();
  const { key, type, help, required, maxLength, autoComplete } = field;
  const { [key]: error } = useFormErrors();
  // The owner's label may have a different text direction from that of the page.
  const name = <bdi>{field.label}</bdi>;
  const label = required && type !== 'BOOLEAN' ? <RequiredLabel>{name}</RequiredLabel> : name;
  if (type === 'BOOLEAN') {
    return (
      <div className="portico-field">
        <label className="portico-choice">
          <input id={id} type="checkbox" name={key} value="true" defaultChecked={value === 'true'} />
          <span>{label}</span>
        </label>
        <HelpAndError id={id} help={help} error={error} />
      </div>
    );
  }
  if (type === 'CHOICE' || type === 'LIST') {
    const common = { id, className: 'portico-input', name: key, defaultValue: value, required };
    return (
      <div className="portico-field">
        <label className="portico-label" htmlFor={id}>
          {label}
        </label>
        {type === 'LIST' ? (
          <textarea {...common} {...describedBy(id, help, error)} rows={3} />
        ) : (
          <select {...common} {...describedBy(id, help, error)}>
            <option value="">{texts.fields.choose}</option>
            {field.choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        )}
        <HelpAndError id={id} help={help} error={error} />
      </div>
    );
  }
  return (
    <Field
      id={id}
      label={label}
      help={help}
      name={key}
      type={INPUT_TYPES[type] ?? 'text'}
      inputMode={type === 'NUMBER' ? 'decimal' : undefined}
      dir={type === 'PHONE' || type === 'URL' ? 'ltr' : undefined}
      autoComplete={autoComplete}
      maxLength={maxLength}
      defaultValue={value}
      required={required}
    />
  );
}
