import { useFormContext } from './form-context.ts';
import { HONEYPOT_NAME } from './values/names.ts';

/**
 * A honeypot: robots that fill in every field reveal themselves. It must stay invisible on pages of other websites,
 * which lack Portico's style sheets and may have a content security policy that forbids `style` attributes. `hidden`
 * covers the initial HTML, and `hidePermanently` overrides rules of the website such as `form div { display: grid }`.
 * Attributes tell password managers to skip it. If one fills it in anyway, the submission is stored as spam, and the
 * owner can restore it.
 */
export function HoneypotInput() {
  const { texts } = useFormContext();
  return (
    <div hidden aria-hidden="true" ref={hidePermanently}>
      <label>
        {texts.forms.leaveEmpty}
        <input
          name={HONEYPOT_NAME}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          data-1p-ignore=""
          data-bwignore=""
          data-form-type="other"
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

/** Hides the element with styles that a script sets, which every content security policy allows. */
function hidePermanently(element: HTMLElement | null): void {
  element?.style.setProperty('display', 'none', 'important');
}
