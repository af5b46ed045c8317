import { useFormContext } from './form-context.ts';
import type { FormSteps } from './use-open-form.ts';
import type { FormView } from './view/field-view.ts';

/** The buttons Back, Next and Submit. Without JavaScript, all steps are on one page with a Submit button only. */
export function NavigationButtons({ steps, pending, view }: { steps: FormSteps; pending: boolean; view: FormView }) {
  const { live, texts } = useFormContext();
  const { current, isLast, at, previous } = steps;
  const label = live && !isLast ? current?.nextText : (current?.submitText ?? view.submitText);
  return (
    <div className="portico-navigation">
      <button className="portico-button" type="submit" aria-disabled={pending || undefined}>
        {pending ? texts.forms.sending : live ? label : view.submitText}
      </button>
      {live && at > 0 && (
        <button className="portico-button-quiet" type="button" onClick={previous}>
          {current?.previousText}
        </button>
      )}
    </div>
  );
}
