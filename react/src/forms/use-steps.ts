import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormState } from './use-form-state.ts';
import type { FormView, StepView } from './view/field-view.ts';

export interface Steps {
  /** Steps with at least one visible field. The others are hidden by the owner or by rules. */
  readonly shown: readonly StepView[];
  readonly current: StepView | undefined;
  /** Index of the current step. */
  readonly at: number;
  readonly isLast: boolean;
  /** Targets of the fields of the current step. */
  readonly targets: readonly string[];
  /** Ref of the heading of the current step, which gets the focus when the step changes. It needs `tabIndex={-1}`. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  next(): void;
  previous(): void;
  /** Shows the step that contains a field. */
  turnTo(target: string): void;
}

/** Manages the current step of a form. */
export function useSteps(view: FormView, { states, round }: FormState): Steps {
  const [turn, setTurn] = useState({ id: '', count: 0, round });
  const headingRef = useRef<HTMLHeadingElement>(null);
  // A reset shows the first step again.
  const { id: currentId, count } = turn.round === round ? turn : { id: '', count: 0 };
  const isHidden = (step: StepView): boolean =>
    step.hidden || step.items.every(({ field }) => states.get(field.target || field.id)?.hidden ?? field.hidden);
  const visible = view.steps.filter((step) => !isHidden(step));
  const shownSteps = visible.length > 0 ? visible : view.steps.slice(0, 1);
  const at = Math.max(
    0,
    shownSteps.findIndex(({ id }) => id === currentId),
  );
  const current = shownSteps[at];

  useEffect(() => {
    if (count > 0) headingRef.current?.focus();
  }, [count]);

  const turnToStep = (index: number): void => setTurn({ id: shownSteps[index]?.id ?? '', count: count + 1, round });
  return {
    shown: shownSteps,
    current,
    at,
    isLast: at >= shownSteps.length - 1,
    targets: current?.items.flatMap(({ field }) => field.target || []) ?? [],
    headingRef,
    next: () => turnToStep(at + 1),
    previous: () => turnToStep(at - 1),
    turnTo(target) {
      const step = shownSteps.find(({ items }) => items.some(({ field }) => field.target === target));
      if (step) setTurn({ id: step.id, count, round });
    },
  };
}
