import { useFormContext } from './form-context.ts';
import { HONEYPOT_NAME } from './values/names.ts';

/** Nobody sees or reaches it; robots that fill in every field give themselves away. */
export function TrapInput() {
  const { texts } = useFormContext();
  return (
    <div className="portico-unseen" aria-hidden="true">
      <label>
        {texts.forms.leaveEmpty}
        <input name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
