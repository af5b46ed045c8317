import type { FieldProps } from './field-props.ts';
import { CUSTOM_VALUE, customName } from './read-values.ts';

/** The inputs of a field with several: radio buttons, boxes to tick, stars. */
export function ChoiceInputs({ field, inputId, required, value }: FieldProps) {
  const many = field.kind === 'checkboxes';
  const choices = field.kind === 'rating' ? starsOf(Number(field.minimum), Number(field.maximum)) : field.choices;
  const chosen = typeof value === 'string' ? [value] : value;
  const own =
    field.customChoice === null
      ? undefined
      : chosen.find((one) => one && !choices.some((choice) => choice.value === one));
  const input = { name: field.target, type: many ? 'checkbox' : 'radio', required: required && !many };
  return (
    <div className={field.kind === 'rating' ? 'portico-rating' : 'portico-choices'}>
      {choices.map((choice) => (
        <label key={choice.value} className="portico-choice">
          <input {...input} value={choice.value} defaultChecked={chosen.includes(choice.value)} />
          <bdi>{choice.label}</bdi>
        </label>
      ))}
      {field.customChoice !== null && (
        <div className="portico-choice-custom">
          <label className="portico-choice">
            <input {...input} value={CUSTOM_VALUE} defaultChecked={own !== undefined} />
            <span>{field.customChoice}</span>
          </label>
          <input
            className="portico-input"
            id={`${inputId}-custom`}
            name={customName(field.target)}
            aria-label={`${field.label}: ${field.customChoice}`}
            defaultValue={own}
          />
        </div>
      )}
    </div>
  );
}

const starsOf = (minimum: number, maximum: number) =>
  Array.from({ length: Math.max(0, maximum - minimum + 1) }, (_, index) => ({
    value: String(minimum + index),
    label: String(minimum + index),
  }));
