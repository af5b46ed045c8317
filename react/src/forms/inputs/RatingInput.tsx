import { isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';

/** A rating in stars. Radio buttons support arrow keys and screen readers. */
export function RatingInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const from = Number(field.minimum);
  const stars = Array.from({ length: Math.max(0, Number(field.maximum) - from + 1) }, (_, index) => from + index);
  return (
    <div className="portico-rating">
      {stars.map((star) => (
        <label key={star} className="portico-star">
          <input
            type="radio"
            name={path}
            value={star}
            defaultChecked={Number(value) === star}
            required={isRequired(form, { field, path })}
            disabled={field.readOnly}
          />
          <span className="portico-star-sign" aria-hidden="true">
            ★
          </span>
          <span className="portico-star-number">{star}</span>
        </label>
      ))}
    </div>
  );
}
