import type { FormSchema, PaymentTotals } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../provider/use-hydrated.ts';
import type { FieldStates } from './values/check-values.ts';
import type { EngineDependencies } from './values/engine-dependencies.ts';
import type { Evaluation } from './values/evaluate-form.ts';
import type { FormEngine } from './values/form-engine.ts';
import type { FormView } from './view/field-view.ts';

export interface FormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** Null until the engine is loaded. Until then, no errors are shown. */
  readonly engine: FormEngine | null;
  /** True after hydration. Before hydration, the form works as a plain HTML form and shows every field. */
  readonly live: boolean;
  /** Currently shown errors, at most one per field, by the path of the field. */
  readonly errors: ReadonlyMap<string, FieldError>;
  /** Changes that the rules make for the current values. */
  readonly states: FieldStates;
  /** Price of the current values; null before hydration. */
  readonly totals: PaymentTotals | null;
  /** The values at the last evaluation. */
  readonly values: FormValues;
  /** How often the form was reset. */
  readonly round: number;
  /** Loads the forms engine, if it is not part of the bundle. Must be called when the form gets the focus. */
  prepare(): void;
  /** Must be called when the value at a path changes. */
  changed(path: string): void;
  /** Must be called when an input loses the focus. Its error is shown from then on, if its value was edited. */
  left(path: string): void;
  /**
   * Checks some or all fields and shows their errors from then on. The result contains the values if there are no
   * errors.
   * @throws an error if the forms engine cannot be loaded
   */
  check(targets?: readonly string[]): Promise<CheckResult>;
  /** Shows errors of the server. */
  showServerErrors(errors: readonly FieldError[]): void;
  /** Forgets the values, their errors and what was edited, for inputs that are rendered again. */
  reset(): void;
}

interface CheckResult {
  /** All values of the form; null if there are errors. */
  readonly values: FormValues | null;
  readonly errors: readonly FieldError[];
}

const NO_STATES: FieldStates = new Map();
const NO_ERRORS: FormState['errors'] = new Map();
const EMPTY_EVALUATION: Evaluation = { values: {}, errors: [], states: NO_STATES, totals: null };

interface FormStateInput {
  readonly form: FormSchema;
  readonly view: FormView;
  readonly serverErrors: readonly FieldError[];
  /** Country of the site, ISO 3166-1 alpha-2; '' if unknown. */
  readonly country: string;
  readonly engine: FormEngine | (() => Promise<FormEngine>);
}

/**
 * Validates a form while it is filled in: a field when it loses the focus, a step when it is completed, and everything
 * on submission.
 */
export function useFormState({ form, view, serverErrors, country, engine }: FormStateInput): FormState {
  const formRef = useRef<HTMLFormElement>(null);
  const live = useHydrated();
  const loadedEngine = useRef<FormEngine | null>(null);
  // The engine describes errors in one language, so another language requires another engine.
  if (typeof engine !== 'function') loadedEngine.current = engine;
  const dependencies = useRef<EngineDependencies>({});
  const editedPaths = useRef(new Set<string>());
  const touchedPaths = useRef<{ all: boolean; paths: Set<string> }>({ all: serverErrors.length > 0, paths: new Set() });
  const [shownErrors, setShownErrors] = useState<readonly FieldError[] | null>(null);
  const [rejectedErrors, setRejectedErrors] = useState(serverErrors);
  const lastEvaluation = useRef(EMPTY_EVALUATION);
  const [evaluation, setEvaluation] = useState(EMPTY_EVALUATION);
  const [round, setRound] = useState(0);

  // A new response of the server replaces all previous errors.
  const [lastServerErrors, setLastServerErrors] = useState(serverErrors);
  if (lastServerErrors !== serverErrors) {
    setLastServerErrors(serverErrors);
    setRejectedErrors(serverErrors);
    setShownErrors(null);
    if (serverErrors.length > 0) touchedPaths.current.all = true;
  }

  const evaluate = useCallback((): Evaluation => {
    if (!loadedEngine.current) return EMPTY_EVALUATION;
    const data = formRef.current ? new FormData(formRef.current) : new FormData();
    lastEvaluation.current = loadedEngine.current.evaluateForm({
      form,
      view,
      data,
      states: lastEvaluation.current.states,
      dependencies: dependencies.current,
      country,
    });
    setEvaluation(lastEvaluation.current);
    return lastEvaluation.current;
  }, [form, view, country]);

  const show = useCallback(
    (errors: readonly FieldError[]): void => {
      const { all, paths } = touchedPaths.current;
      const isTouched = ({ errorPath }: FieldError): boolean =>
        paths.has(targetOf(errorPath)) ||
        paths.has(loadedEngine.current?.locateField(view.fields, errorPath)?.path ?? errorPath);
      setShownErrors(all ? errors : errors.filter(isTouched));
    },
    [view],
  );

  const loadEngine = useCallback(async (): Promise<void> => {
    if (typeof engine === 'function') loadedEngine.current ??= await engine();
  }, [engine]);

  // Rules and prices may depend on the initial values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reset renders the inputs again
  useEffect(() => {
    if (!live) return;
    if (loadedEngine.current) evaluate();
    else if (view.hasPayments || form.formRules?.length || form.nestedForms?.length) {
      loadEngine().then(evaluate, () => undefined);
    }
  }, [live, evaluate, loadEngine, form, view, round]);

  const revalidate = useCallback((): void => show(evaluate().errors), [show, evaluate]);

  const changed = useCallback(
    (path: string): void => {
      editedPaths.current.add(path);
      revalidate();
      const isMissing = loadedEngine.current === null;
      loadEngine()
        .then(() => loadedEngine.current?.loadDependencies(view, formRef.current, dependencies.current))
        .then(
          (more) => {
            if (!more && !isMissing) return;
            dependencies.current = { ...dependencies.current, ...more };
            revalidate();
          },
          // The check on submission loads the engine again and reports a failure.
          () => undefined,
        );
    },
    [revalidate, loadEngine, view],
  );

  return {
    formRef,
    live,
    // A getter, because a check may load the engine after the component has rendered.
    get engine() {
      return loadedEngine.current;
    },
    ...(live ? evaluation : EMPTY_EVALUATION),
    errors: loadedEngine.current?.errorsByField(view.fields, shownErrors ?? rejectedErrors) ?? NO_ERRORS,
    round,
    prepare: () => void loadEngine().catch(() => undefined),
    changed,
    left(path) {
      if (!editedPaths.current.has(path)) return;
      touchedPaths.current.paths.add(path);
      revalidate();
    },
    async check(targets) {
      await loadEngine();
      const more = await loadedEngine.current?.loadDependencies(view, formRef.current, dependencies.current);
      dependencies.current = { ...dependencies.current, ...more };
      if (targets) for (const target of targets) touchedPaths.current.paths.add(target);
      else touchedPaths.current.all = true;
      const { values, errors } = evaluate();
      show(errors);
      const relevant = targets ? errors.filter(({ errorPath }) => targets.includes(targetOf(errorPath))) : errors;
      return { values: relevant.length === 0 ? values : null, errors: relevant };
    },
    showServerErrors(errors) {
      touchedPaths.current.all = true;
      setRejectedErrors(errors);
      setShownErrors(null);
    },
    reset() {
      editedPaths.current.clear();
      touchedPaths.current = { all: false, paths: new Set() };
      setRejectedErrors([]);
      setShownErrors(null);
      lastEvaluation.current = EMPTY_EVALUATION;
      setEvaluation(EMPTY_EVALUATION);
      setRound(round + 1);
    },
  };
}

/** Returns the target of the field that an error belongs to. */
export const targetOf = (errorPath: string): string => errorPath.split('/')[0] as string;
