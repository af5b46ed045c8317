import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormState } from './use-form-state.ts';
import type { FormView, StepView } from './view/field-view.ts';

export interface Steps {
  /** Steps with at least one visible field. The others are hidden by the owner or by rules. */
  readonly shown: readonly StepView[];
  readonly current: StepView | undefined;
  readonly at: number;
  readonly isLast: boolean;
  /** Targets of the fields of the current step. */
  readonly targets: readonly string[];
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  next(): void;
  previous(): void;
  /** Shows the step that contains a field. Returns false if it is already shown. */
  turnTo(target: string): boolean;
}

/** Manages the current step of a form. */
export function useSteps(view: FormView, { states }: FormState): Steps {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [turnCount, setTurnCount] = useState(0);
  const isHidden = (step: StepView): boolean =>
    step.hidden || step.items.every(({ field }) => states.get(field.target || field.id)?.hidden ?? field.hidden);
  const visible = view.steps.filter((step) => !isHidden(step));
  const shown = visible.length > 0 ? visible : view.steps.slice(0, 1);
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === currentId),
  );
  const current = shown[at];

  useEffect(() => {
    if (turnCount > 0) headingRef.current?.focus();
  }, [turnCount]);

  function turnToStep(index: number): void {
    setCurrentId(shown[index]?.id ?? null);
    setTurnCount((count) => count + 1);
  }
  return {
    shown,
    current,
    at,
    isLast: at >= shown.length - 1,
    targets: current?.items.flatMap(({ field }) => field.target || []) ?? [],
    headingRef,
    next: () => turnToStep(at + 1),
    previous: () => turnToStep(at - 1),
    turnTo(target) {
      const step = shown.find(({ items }) => items.some(({ field }) => field.target === target));
      if (!step || step === current) return false;
      setCurrentId(step.id);
      return true;
    },
  };
}
