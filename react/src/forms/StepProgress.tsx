import type { Ref } from 'react';
import { useFormContext } from './form-context.ts';

/** Shows the progress in a form with several steps. It receives the focus when the step changes. */
export function StepProgress({
  at,
  total,
  name,
  ref,
}: {
  at: number;
  total: number;
  name: string;
  ref: Ref<HTMLHeadingElement>;
}) {
  const { texts } = useFormContext();
  return (
    <div className="portico-progress">
      <h2 className="portico-step-title" tabIndex={-1} ref={ref}>
        <span className="portico-step-count">{texts.forms.step(at + 1, total)}</span>
        {name && <bdi>{name}</bdi>}
      </h2>
      <progress max={total} value={at + 1} aria-label={texts.forms.progress} />
    </div>
  );
}
