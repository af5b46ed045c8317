import type { FieldState, PaymentTotals } from '@portico/domain';
import type { FieldError, FormValues } from '@portico/sdk';
import { type FocusEvent, type FormEvent, type RefObject, type SubmitEvent, useEffect, useMemo } from 'react';
import type { FormContext, Upload } from './form-context.ts';
import type { FormSite, PorticoFormProps } from './form-props.ts';
import { useFormState } from './use-form-state.ts';
import { type Steps, useSteps } from './use-steps.ts';
import { useSubmission } from './use-submission.ts';
import { useSummary } from './use-summary.ts';
import type { DescribedError } from './values/describe-error.ts';
import type { FormEngine } from './values/form-engine.ts';
import { pathOfInput } from './values/names.ts';
import type { FormView } from './view/field-view.ts';
import { schemaOf } from './view/schema-of.ts';

export interface OpenFormInput
  extends Pick<PorticoFormProps, 'form' | 'errors' | 'onSubmit' | 'upload' | 'issueTicket' | 'ticket' | 'site'> {
  readonly texts: FormContext['texts'];
  readonly view: FormView;
  /** The forms engine, or a function that loads it when the form is first filled in. */
  readonly engine: FormEngine | (() => Promise<FormEngine>);
  /** True if the form is sent only with a solved captcha. */
  readonly needsCaptcha?: boolean;
  /** Called when the visitor changes a value. */
  readonly onInput?: (form: HTMLFormElement) => void;
}

/** The steps of a form. A form without steps has one. */
export interface FormSteps extends Omit<Steps, 'next' | 'turnTo' | 'targets'> {
  /** Checks the current step and shows the next one. Resolves to false if there are errors, or no next step. */
  next(): Promise<boolean>;
}

/** An open form: what its markup shows, and the functions that its inputs and buttons call. */
export interface OpenForm {
  /** Properties of the `form` element. Submitting it shows the next step, or sends the form from the last one. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    /** The browser's own validation is only needed without JavaScript. */
    readonly noValidate: boolean;
    onFocus(): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
    onBlur(event: FocusEvent<HTMLFormElement>): void;
    onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  };
  /** True after hydration. Before hydration, the form works as a plain HTML form and shows every field. */
  readonly live: boolean;
  /** The current values, in their wire format. Empty until the visitor changes one, unless rules or prices need them. */
  readonly values: FormValues;
  readonly steps: FormSteps;
  /** Price of the current values; null for a form without payments. */
  readonly totals: PaymentTotals | null;
  /** The errors to show above the form, in the order of the fields. */
  readonly errors: readonly DescribedError[];
  /** The errors at the time of the submission, for a live region. It is announced once, and not with each keystroke. */
  readonly announcement: string;
  /** Returns a sentence about the error at a path, or '' if there is none. */
  errorOf(path: string): string;
  /** Returns an id that is unique on the page. Set it on the input of the path, so that it gets the focus for its error. */
  idOf(path: string): string;
  /** Moves the focus to the input of a path, also if it is in another step. */
  focus(path: string): void;
  /** Returns the changes that the active rules make to a field. */
  stateOf(path: string): FieldState;
  /** Must be called when a value changes without an event of its input. */
  changed(path: string): void;
  readonly pending: boolean;
  /** A sentence about a problem that no field causes, or '' if there is none. */
  readonly failure: string;
  /** True if the form is sent only with a solved captcha, whose response is in an input named `captcha`. */
  readonly needsCaptcha: boolean;
  /** Rises with each rejection. Use it as `key` of a captcha, because a response is valid only once. */
  readonly attempts: number;
  readonly site: FormSite;
  /** Formats an amount in the currency of the site and the language of the reader. */
  money(amount: string | number): string;
  /** Uploads a file while the form is filled in; null if files can only be submitted with the form. */
  readonly upload: Upload | null;
}

interface ResettableForm extends OpenForm {
  /** How often the form was reset. */
  readonly round: number;
  /** Forgets errors, step and submission. The inputs must be rendered again. */
  reset(): void;
}

const NO_ERRORS: readonly FieldError[] = [];
const NO_SITE: FormSite = {};
const EMPTY_STATE: FieldState = {};

/**
 * The logic of a form, apart from loading it: values, rules, errors, steps, totals, focus and submission. `useForm` and the
 * embeds, which load the engine on demand, share it.
 */
export function useOpenForm(input: OpenFormInput): ResettableForm {
  const { form, view, engine, texts, errors = NO_ERRORS, site = NO_SITE, needsCaptcha = false } = input;
  const state = useFormState({ form: schemaOf(form), view, serverErrors: errors, country: site.country ?? '', engine });
  const { targets, turnTo, next: turnToNext, ...steps } = useSteps(view, state);
  const { send, fail, ...submission } = useSubmission(input, state);
  const { showFirst, ...summary } = useSummary({ view, state, texts, failure: submission.failure, turnTo });
  const { live } = state;
  const { language = 'en', currency = 'USD' } = site;

  // Moves the focus to the first error that the server reported, after hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the server has reported other errors
  useEffect(() => {
    if (errors.length > 0) showFirst(errors);
  }, [errors]);

  /**
   * Shows the next step if the current one has no errors. On the last step, it checks all fields, and submits the element if
   * there is one. Returns true if another step is shown.
   */
  async function proceed(element?: HTMLFormElement): Promise<boolean> {
    const { isLast } = steps;
    const checkResult = await state.check(isLast ? undefined : targets).catch(() => null);
    if (!checkResult) showFirst([], fail(texts.forms.cannotSend));
    else if (!checkResult.values) showFirst(checkResult.errors);
    else if (!isLast) turnToNext();
    else if (element) {
      const rejection = await send(checkResult.values, element);
      if (rejection) showFirst(rejection.errors ?? NO_ERRORS, rejection.failure);
    }
    return Boolean(checkResult?.values) && !isLast;
  }

  return {
    formProps: {
      ref: state.formRef,
      noValidate: live,
      onFocus: state.prepare,
      // The handler is not onChange, because Preact fires that only when an input loses the focus.
      onInput(event) {
        state.changed(pathOfInput((event.target as { name?: string }).name ?? ''));
        input.onInput?.(event.currentTarget);
      },
      onBlur(event) {
        const { name } = event.target as { name?: string };
        // Showing an error now would move the button away from the pointer. Submitting shows all errors anyway.
        const button = (event.relatedTarget as Element | null)?.closest('.portico-navigation,[type=submit]');
        if (name && !button) state.left(pathOfInput(name));
      },
      onSubmit(event) {
        const isRowButton = (event.nativeEvent.submitter as HTMLButtonElement | null)?.formNoValidate;
        if (!live || isRowButton) return;
        event.preventDefault();
        void proceed(event.currentTarget);
      },
    },
    live,
    values: state.values,
    steps: { ...steps, next: () => proceed() },
    totals: state.totals,
    ...summary,
    stateOf: (path) => state.states.get(path) ?? EMPTY_STATE,
    changed: state.changed,
    ...submission,
    needsCaptcha,
    site,
    money: useMemo(() => createMoneyFormat(language, currency), [language, currency]),
    upload: input.upload ?? null,
    round: state.round,
    reset() {
      state.reset();
      showFirst([], fail(''));
    },
  };
}

/** Returns a formatter for amounts in the reader's language. Values that are not numbers stay unchanged. */
function createMoneyFormat(language: string, currency: string): (amount: string | number) => string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return (amount) => (Number.isFinite(Number(amount)) ? format.format(Number(amount)) : String(amount));
}
