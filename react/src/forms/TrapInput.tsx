import { useFormContext } from './form-context.ts';
import { HONEYPOT_NAME } from './values/names.ts';

/**
 * A honeypot: robots that fill in every field give themselves away. It must stay invisible on pages of other websites,
 * which have none of our style sheets and may have a content security policy that forbids `style` attributes: `hidden`
 * serves the page as it arrives, and `hideForGood` overrides rules of the website such as `form div { display: grid }`.
 * Password managers are told to skip it. If one fills it in anyway, the submission is stored as spam, where the owner
 * finds it and can take it back.
 */
export function TrapInput() {
  const { texts } = useFormContext();
  return (
    <div hidden aria-hidden="true" ref={hideForGood}>
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

/** Styles set by script are allowed under every content security policy. */
function hideForGood(element: HTMLElement | null): void {
  element?.style.setProperty('display', 'none', 'important');
}
