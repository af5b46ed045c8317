import { type FormSchema, type PaymentTotals, paymentTotals } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { checkValues, type FieldStates, fieldStates } from './values/check-values.ts';
import { type Engines, loadPatterns, loadPhones } from './values/engines.ts';
import { errorsByField, locateField } from './values/errors.ts';
import { readValues } from './values/read-values.ts';
import { someField } from './view/describe-form.ts';
import type { FormView } from './view/field-view.ts';

export interface FormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** True after hydration. Before, the form works as a plain HTML form and shows every field. */
  readonly live: boolean;
  /** Currently shown errors, at most one per field, by the path of the field. */
  readonly errors: ReadonlyMap<string, FieldError>;
  /** Changes that the rules make for the current values. */
  readonly states: FieldStates;
  /** Price of the current values; null before hydration. */
  readonly totals: PaymentTotals | null;
  /** Must be called when the value at a path changes. */
  changed(path: string): void;
  /** Must be called when an input loses the focus. Its error is shown from then on, if its value was edited. */
  left(path: string): void;
  /**
   * Checks some or all fields and shows their errors from then on. The result contains the values if there are no
   * errors.
   */
  check(targets?: readonly string[]): Promise<Verdict>;
  /** Shows errors of the server. */
  showServerErrors(errors: readonly FieldError[]): void;
}

interface Verdict {
  /** All values of the form; null if there are errors. */
  readonly values: FormValues | null;
  readonly errors: readonly FieldError[];
}

const NO_STATES: FieldStates = new Map();
const neverChanges = () => () => undefined;

interface Evaluated {
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
}

/**
 * Validates a form while it is filled in: a field when it loses the focus, a step when it is completed, and everything
 * on submission.
 */
export function useFormState(
  form: FormSchema,
  view: FormView,
  serverErrors: readonly FieldError[],
  country: string,
): FormState {
  const formRef = useRef<HTMLFormElement>(null);
  const live = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const engines = useRef<Engines>({});
  const known = useRef(NO_STATES);
  const edited = useRef(new Set<string>());
  const touched = useRef<{ all: boolean; paths: Set<string> }>({ all: serverErrors.length > 0, paths: new Set() });
  const [found, setFound] = useState<readonly FieldError[] | null>(null);
  const [refused, setRefused] = useState(serverErrors);
  const [states, setStates] = useState(NO_STATES);
  const [totals, setTotals] = useState<PaymentTotals | null>(null);

  // A new response of the server replaces all previous errors.
  const [lastServerErrors, setLastServerErrors] = useState(serverErrors);
  if (lastServerErrors !== serverErrors) {
    setLastServerErrors(serverErrors);
    setRefused(serverErrors);
    setFound(null);
    if (serverErrors.length > 0) touched.current.all = true;
  }

  const evaluate = useCallback((): Evaluated => {
    const data = formRef.current ? new FormData(formRef.current) : new FormData();
    const isRequired = (path: string) => known.current.get(path)?.required;
    const values = readValues(view.fields, data, { ...engines.current, isRequired });
    const now = new Date();
    known.current = fieldStates(form, values, now);
    const checked = checkValues(form, values, now, engines.current, country ? { country } : {});
    setStates(known.current);
    if (view.hasPayments) setTotals(paymentTotals(form, checked.values));
    // Upload errors come first, because a file that failed to upload is not a missing file.
    const errors = [
      ...pendingUploads(data),
      ...checked.errors.filter((error) => isCertain(view, error, engines.current)),
    ];
    return { values, errors };
  }, [form, view, country]);

  const show = useCallback(
    (errors: readonly FieldError[]): void => {
      const { all, paths } = touched.current;
      const isTouched = ({ errorPath }: FieldError): boolean =>
        paths.has(targetOf(errorPath)) || paths.has(locateField(view.fields, errorPath)?.path ?? errorPath);
      setFound(all ? errors : errors.filter(isTouched));
    },
    [view],
  );

  // Rules may apply to the initial values.
  useEffect(() => {
    if (live) evaluate();
  }, [live, evaluate]);

  const again = useCallback((): void => show(evaluate().errors), [show, evaluate]);

  const changed = useCallback(
    (path: string): void => {
      edited.current.add(path);
      again();
      void loadEngines(view, formRef.current, engines.current).then((loaded) => {
        if (!loaded) return;
        engines.current = { ...engines.current, ...loaded };
        again();
      });
    },
    [again, view],
  );

  return {
    formRef,
    live,
    errors: errorsByField(view.fields, found ?? refused),
    states: live ? states : NO_STATES,
    totals: live ? totals : null,
    changed,
    left(path) {
      if (!edited.current.has(path)) return;
      touched.current.paths.add(path);
      again();
    },
    async check(targets) {
      const loaded = await loadEngines(view, formRef.current, engines.current);
      engines.current = { ...engines.current, ...loaded };
      if (targets) for (const target of targets) touched.current.paths.add(target);
      else touched.current.all = true;
      const { values, errors } = evaluate();
      show(errors);
      const relevant = targets ? errors.filter(({ errorPath }) => targets.includes(targetOf(errorPath))) : errors;
      return { values: relevant.length === 0 ? values : null, errors: relevant };
    },
    showServerErrors(errors) {
      touched.current.all = true;
      setRefused(errors);
      setFound(null);
    },
  };
}

/** Returns the target of the field that an error belongs to. */
export const targetOf = (errorPath: string): string => errorPath.split('/')[0] as string;

/** Returns the path in the name of an input. Names of auxiliary inputs have a suffix that starts with `__`. */
export const pathOfInput = (name: string): string => name.split('__')[0] as string;

/** Errors of national phone numbers are uncertain until the numbering plans are loaded. */
const isCertain = (view: FormView, { errorPath }: FieldError, { phone }: Engines): boolean =>
  phone !== undefined || locateField(view.fields, errorPath)?.field.kind !== 'phone';

/** Reports files whose upload is pending or failed, because submitting now would omit them. */
function pendingUploads(data: FormData): FieldError[] {
  return [...data.keys()]
    .filter((name) => name.endsWith('__pending'))
    .map((name) => ({ errorPath: pathOfInput(name), errorType: 'UPLOAD_PENDING', params: { state: data.get(name) } }));
}

/**
 * Loads the engines that the current values need, or returns null if none are missing. If loading fails, only the
 * server performs these checks.
 */
async function loadEngines(
  view: FormView,
  form: HTMLFormElement | null,
  { phone, matches }: Engines,
): Promise<Engines | null> {
  const isPhone = (name: string): boolean => locateField(view.fields, name)?.field.kind === 'phone';
  const mayNeedPhones = !phone && form !== null && someField(view.fields, ({ kind }) => kind === 'phone');
  const entered = mayNeedPhones ? [...new FormData(form)] : [];
  const needsPhones = entered.some(([name, value]) => value !== '' && !name.includes('__') && isPhone(name));
  const loads = [...(needsPhones ? [loadPhones()] : []), ...(!matches && view.hasPatterns ? [loadPatterns()] : [])];
  if (loads.length === 0) return null;
  const settled = await Promise.allSettled<Engines>(loads);
  return Object.assign({}, ...settled.map((one) => (one.status === 'fulfilled' ? one.value : {})));
}
