import type { FormSchema } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { type RefObject, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { checkValues, type FieldStates, fieldStates } from './check-values.ts';
import type { FieldView } from './describe-form.ts';
import { readValues } from './read-values.ts';

export interface FormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** whether scripts run on the page: before that, the form works as a plain post and shows every field */
  readonly live: boolean;
  /** what is shown as wrong now, at most one a field */
  readonly errors: readonly FieldError[];
  /** what the form's rules say for the values of now */
  readonly states: FieldStates;
  /** call when the input of a field changed */
  changed(target: string): void;
  /** call when the input of a field was left: from then on its error shows, if anything was entered */
  left(target: string): void;
  /** the values if nothing is wrong with them; else every error shows from now on, and the answer is null */
  check(): FormValues | null;
  /** shows what the server found */
  refuse(errors: readonly FieldError[]): void;
}

const NO_STATES: FieldStates = new Map();
const neverChanges = () => () => undefined;

/** Validates a form while it is filled in: a field once it was left, all of them once it was sent. */
export function useFormState(form: FormSchema, fields: readonly FieldView[], given: readonly FieldError[]): FormState {
  const formRef = useRef<HTMLFormElement>(null);
  const live = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const edited = useRef(new Set<string>());
  const touched = useRef<Set<string> | 'all'>(given.length > 0 ? 'all' : new Set());
  const [found, setFound] = useState<readonly FieldError[] | null>(null);
  const [refused, setRefused] = useState(given);
  const [states, setStates] = useState(NO_STATES);

  // A new answer of the server replaces what was found before it.
  const [lastGiven, setLastGiven] = useState(given);
  if (lastGiven !== given) {
    setLastGiven(given);
    setRefused(given);
    setFound(null);
    if (given.length > 0) touched.current = 'all';
  }

  const evaluate = useCallback((): { values: FormValues; errors: FieldError[] } => {
    const values = formRef.current ? readValues(fields, new FormData(formRef.current)) : {};
    const now = new Date();
    setStates(fieldStates(form, values, now));
    return { values, errors: checkValues(form, values, now) };
  }, [form, fields]);

  const show = (errors: readonly FieldError[]): void => {
    const { current } = touched;
    setFound(errors.filter((error) => current === 'all' || current.has(targetOf(error))));
  };

  return {
    formRef,
    live,
    errors: oneAField(found ?? refused),
    states: live ? states : NO_STATES,
    changed(target) {
      edited.current.add(target);
      show(evaluate().errors);
    },
    left(target) {
      if (!edited.current.has(target)) return;
      if (touched.current !== 'all') touched.current.add(target);
      show(evaluate().errors);
    },
    check() {
      touched.current = 'all';
      const { values, errors } = evaluate();
      show(errors);
      return errors.length === 0 ? values : null;
    },
    refuse(errors) {
      touched.current = 'all';
      setRefused(errors);
      setFound(null);
    },
  };
}

/** The target of the field that an error belongs to. */
export const targetOf = (error: FieldError): string => error.errorPath.split('/')[0] as string;

function oneAField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex((other) => targetOf(other) === targetOf(error)) === index);
}
