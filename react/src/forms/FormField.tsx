import { ChoiceInputs } from './ChoiceInputs.tsx';
import { plainText } from './describe-form.ts';
import { type FieldProps, inputAttributes } from './field-props.ts';
import { RichContent } from './RichContent.tsx';
import { TextInput } from './TextInput.tsx';

/** One field: label, input, description and error. */
export function FormField(props: FieldProps) {
  const { field, inputId, error, required, texts } = props;
  if (field.kind === 'richContent') {
    return (
      <div className="portico-text">
        <RichContent content={field.content} />
      </div>
    );
  }
  if (field.kind === 'unsupported') {
    return <p className="portico-text">{texts.forms.unsupported(field.label)}</p>;
  }
  const grouped = ['radio', 'checkboxes', 'rating'].includes(field.kind);
  const below = (
    <>
      {plainText(field.content) && (
        <div className="portico-help" id={`${inputId}-help`}>
          <RichContent content={field.content} />
        </div>
      )}
      {error && (
        <p className="portico-error" id={`${inputId}-error`}>
          {error}
        </p>
      )}
    </>
  );
  if (grouped) {
    const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = inputAttributes(props);
    return (
      <fieldset
        className="portico-field"
        id={inputId}
        tabIndex={-1}
        aria-describedby={describedBy}
        data-invalid={invalid}
      >
        <legend className={field.showLabel ? 'portico-label' : 'portico-hidden-label'}>
          <bdi>{field.label}</bdi>
          {required && <RequiredMark />}
        </legend>
        <ChoiceInputs {...props} />
        {below}
      </fieldset>
    );
  }
  if (field.kind === 'checkbox') {
    return (
      <div className="portico-field">
        <label className="portico-choice">
          <input
            {...inputAttributes(props)}
            id={inputId}
            type="checkbox"
            value="true"
            defaultChecked={props.value === 'true'}
            // Only where ticking is the one answer may the browser itself insist on it.
            required={required && !field.falseAllowed}
          />
          <span>
            <bdi>{field.label}</bdi>
            {required && <RequiredMark />}
          </span>
        </label>
        {below}
      </div>
    );
  }
  return (
    <div className="portico-field">
      <label className={field.showLabel ? 'portico-label' : 'portico-hidden-label'} htmlFor={inputId}>
        <bdi>{field.label}</bdi>
        {required && <RequiredMark />}
      </label>
      <TextInput {...props} />
      {below}
    </div>
  );
}

/** The asterisk is for the eye; the `required` of the input tells everybody else. */
const RequiredMark = () => (
  <span className="portico-required" aria-hidden="true">
    {' *'}
  </span>
);
