import { type FormSchema, type PaymentTotals, paymentTotals } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { checkValues, type FieldStates, fieldStates } from './values/check-values.ts';
import { type Engines, loadPatterns, loadPhones } from './values/engines.ts';
import { errorsBySpot, spotOf } from './values/errors.ts';
import { readValues } from './values/read-values.ts';
import { someField } from './view/describe-form.ts';
import type { FormView } from './view/field-view.ts';

export interface FormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** whether scripts run on the page: before that, the form works as a plain post and shows every field */
  readonly live: boolean;
  /** what is shown as wrong now, at most one a field, by the path of the field */
  readonly errors: ReadonlyMap<string, FieldError>;
  /** what the form's rules say for the values of now */
  readonly states: FieldStates;
  /** what is to be paid for the values of now; null before scripts run */
  readonly totals: PaymentTotals | null;
  /** call when the value at a path changed */
  changed(path: string): void;
  /** call when the input at a path was left: from then on its error shows, if anything was entered */
  left(path: string): void;
  /** What is wrong with the values of some fields, or of all, which shows from now on; the values where nothing is. */
  check(targets?: readonly string[]): Promise<Verdict>;
  /** shows what the server found */
  refuse(errors: readonly FieldError[]): void;
}

interface Verdict {
  /** all values of the form; null where something is wrong */
  readonly values: FormValues | null;
  readonly errors: readonly FieldError[];
}

const NO_STATES: FieldStates = new Map();
const neverChanges = () => () => undefined;

interface Evaluated {
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
}

/** Validates a form while it is filled in: a field once it was left, a step once it is gone on from, all once it is sent. */
export function useFormState(
  form: FormSchema,
  view: FormView,
  given: readonly FieldError[],
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
  const touched = useRef<{ all: boolean; paths: Set<string> }>({ all: given.length > 0, paths: new Set() });
  const [found, setFound] = useState<readonly FieldError[] | null>(null);
  const [refused, setRefused] = useState(given);
  const [states, setStates] = useState(NO_STATES);
  const [totals, setTotals] = useState<PaymentTotals | null>(null);

  // A new answer of the server replaces what was found before it.
  const [lastGiven, setLastGiven] = useState(given);
  if (lastGiven !== given) {
    setLastGiven(given);
    setRefused(given);
    setFound(null);
    if (given.length > 0) touched.current.all = true;
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
    // first: a file that did not get through is not a missing one
    const errors = [...unsent(data), ...checked.errors.filter((error) => isSure(view, error, engines.current))];
    return { values, errors };
  }, [form, view, country]);

  const show = useCallback(
    (errors: readonly FieldError[]): void => {
      const { all, paths } = touched.current;
      const isTouched = ({ errorPath }: FieldError): boolean =>
        paths.has(targetOf(errorPath)) || paths.has(spotOf(view.fields, errorPath)?.path ?? errorPath);
      setFound(all ? errors : errors.filter(isTouched));
    },
    [view],
  );

  // Rules may hold for what stands in the form at the beginning.
  useEffect(() => {
    if (live) evaluate();
  }, [live, evaluate]);

  const again = useCallback((): void => show(evaluate().errors), [show, evaluate]);

  const changed = useCallback(
    (path: string): void => {
      edited.current.add(path);
      again();
      void loadNeeded(view, formRef.current, engines.current).then((loaded) => {
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
    errors: errorsBySpot(view.fields, found ?? refused),
    states: live ? states : NO_STATES,
    totals: live ? totals : null,
    changed,
    left(path) {
      if (!edited.current.has(path)) return;
      touched.current.paths.add(path);
      again();
    },
    async check(targets) {
      const loaded = await loadNeeded(view, formRef.current, engines.current);
      engines.current = { ...engines.current, ...loaded };
      if (targets) for (const target of targets) touched.current.paths.add(target);
      else touched.current.all = true;
      const { values, errors } = evaluate();
      show(errors);
      const relevant = targets ? errors.filter(({ errorPath }) => targets.includes(targetOf(errorPath))) : errors;
      return { values: relevant.length === 0 ? values : null, errors: relevant };
    },
    refuse(errors) {
      touched.current.all = true;
      setRefused(errors);
      setFound(null);
    },
  };
}

/** The target of the field that an error belongs to. */
export const targetOf = (errorPath: string): string => errorPath.split('/')[0] as string;

/** The path behind the name of an input: what stands beside a value has `__` behind it. */
export const pathBehind = (name: string): string => name.split('__')[0] as string;

/** What is known to be wrong only once the numbering plans are there: a number as it is written in a country. */
const isSure = (view: FormView, { errorPath }: FieldError, { phone }: Engines): boolean =>
  phone !== undefined || spotOf(view.fields, errorPath)?.field.kind !== 'phone';

/** Files that are still on their way, or did not get through: sent now, the form would go without them. */
function unsent(data: FormData): FieldError[] {
  return [...data.keys()]
    .filter((name) => name.endsWith('__pending'))
    .map((name) => ({ errorPath: pathBehind(name), errorType: 'UPLOAD_PENDING', params: { state: data.get(name) } }));
}

/** What the values of now need and is not there yet; null for nothing. What cannot be loaded the server decides alone. */
async function loadNeeded(
  view: FormView,
  form: HTMLFormElement | null,
  { phone, matches }: Engines,
): Promise<Engines | null> {
  const isPhone = (name: string): boolean => spotOf(view.fields, name)?.field.kind === 'phone';
  const wantsPhones = !phone && form !== null && someField(view.fields, ({ kind }) => kind === 'phone');
  const entered = wantsPhones ? [...new FormData(form)] : [];
  const needsPhones = entered.some(([name, value]) => value !== '' && !name.includes('__') && isPhone(name));
  const loads = [...(needsPhones ? [loadPhones()] : []), ...(!matches && view.hasPatterns ? [loadPatterns()] : [])];
  if (loads.length === 0) return null;
  const settled = await Promise.allSettled<Engines>(loads);
  return Object.assign({}, ...settled.map((one) => (one.status === 'fulfilled' ? one.value : {})));
}
