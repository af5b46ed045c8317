import { isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { CUSTOM_VALUE, customName } from '../values/names.ts';
import { allowedChoices } from './allowed-choices.ts';

/** Radio buttons or checkboxes, with images if the owner set any. */
export function ChoiceInputs({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const isMultiple = field.kind === 'checkboxes';
  const choices = allowedChoices(field, form.stateOf(path));
  const chosenValues = (Array.isArray(value) ? value : [value]).map(String);
  const own =
    field.customChoice === null || value === undefined
      ? undefined
      : chosenValues.find((one) => one && !choices.some((choice) => choice.value === one));
  const input = {
    name: path,
    type: isMultiple ? 'checkbox' : 'radio',
    required: isRequired(form, { field, path }) && !isMultiple,
    disabled: field.readOnly,
  };
  const hasImages = choices.some(({ image }) => image !== '');
  return (
    <div className={hasImages ? 'portico-pictures' : 'portico-choices'} data-columns={field.columns || undefined}>
      {choices.map((choice) => (
        <label key={choice.value} className={hasImages ? 'portico-picture' : 'portico-choice'}>
          {choice.image && <img src={choice.image} alt="" loading="lazy" />}
          <span className="portico-choice-line">
            <input {...input} value={choice.value} defaultChecked={chosenValues.includes(choice.value)} />
            <bdi>{choice.label}</bdi>
          </span>
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
            name={customName(path)}
            aria-label={`${field.label}: ${field.customChoice}`}
            placeholder={field.customPlaceholder || undefined}
            defaultValue={own}
            onInput={(event) => checkCustomChoice(event.currentTarget)}
          />
        </div>
      )}
    </div>
  );
}

/** Entering a custom answer selects its option. */
function checkCustomChoice(text: HTMLInputElement): void {
  const box = text.parentElement?.querySelector<HTMLInputElement>('label input');
  if (box && text.value !== '') box.checked = true;
}
