import { useFormContext } from './form-context.ts';
import type { FieldView, GridPosition, StepView } from './view/field-view.ts';

interface FormStepProps {
  readonly step: StepView;
  /** True for the current step. Without JavaScript, all steps are shown. */
  readonly isShown: boolean;
  /** Heading of the step if several steps are on one page. */
  readonly heading: string;
  initialOf(field: FieldView): unknown;
}

/** Renders the fields of a step in the twelve columns of its layout. */
export function FormStep({ step, isShown, heading, initialOf }: FormStepProps) {
  const { Field, stateOf } = useFormContext();
  return (
    <div className="portico-step" hidden={!isShown}>
      {heading && (
        <h2 className="portico-step-title">
          <bdi>{heading}</bdi>
        </h2>
      )}
      <div className="portico-grid">
        {step.items.map(({ field, positions }) => {
          const path = field.target || field.id;
          if (stateOf(path).hidden ?? field.hidden) return null;
          return (
            <div
              key={field.id}
              className="portico-cell"
              data-large={gridPosition(positions.large)}
              data-medium={gridPosition(positions.medium)}
              data-small={gridPosition(positions.small)}
            >
              <Field field={field} path={path} value={initialOf(field)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * Returns the position of a field for attribute selectors (`[data-large~="w6"]`), because a strict content security
 * policy forbids style attributes.
 */
const gridPosition = ({ column, width }: GridPosition): string => `c${column + 1} w${width}`;
