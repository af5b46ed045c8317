import { FormField } from './FormField.tsx';
import { useFormContext } from './form-context.ts';
import type { FieldView, Place, StepView } from './view/field-view.ts';

interface FormStepProps {
  readonly step: StepView;
  /** the one that is filled in now; without scripts all are shown */
  readonly isShown: boolean;
  /** steps on one page stand under headings */
  readonly heading: string;
  initialOf(field: FieldView): unknown;
}

/** The fields of a step in the twelve columns of its layout. */
export function FormStep({ step, isShown, heading, initialOf }: FormStepProps) {
  const { stateOf } = useFormContext();
  return (
    <div className="portico-step" hidden={!isShown}>
      {heading && (
        <h2 className="portico-step-title">
          <bdi>{heading}</bdi>
        </h2>
      )}
      <div className="portico-grid">
        {step.items.map(({ field, places }) => {
          const path = field.target || field.id;
          if (stateOf(path).hidden ?? field.hidden) return null;
          return (
            <div
              key={field.id}
              className="portico-cell"
              data-large={place(places.large)}
              data-medium={place(places.medium)}
              data-small={place(places.small)}
            >
              <FormField field={field} path={path} value={initialOf(field)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** For a style sheet (`[data-large~="w6"]`): a style attribute would not pass a strict content security policy. */
const place = ({ column, width }: Place): string => `c${column + 1} w${width}`;
