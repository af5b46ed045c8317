import type { FieldError } from '@portico/sdk';
import { type ComponentType, type FocusEvent, type SubmitEvent, useEffect, useMemo } from 'react';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormStep } from './FormStep.tsx';
import { type FieldProps, type FormContext, FormContextProvider, type SignIn } from './form-context.ts';
import type { FormSite, PorticoFormProps } from './form-props.ts';
import { HoneypotInput } from './HoneypotInput.tsx';
import { NavigationButtons } from './NavigationButtons.tsx';
import { StepProgress } from './StepProgress.tsx';
import { Total } from './Total.tsx';
import { useFormState } from './use-form-state.ts';
import { useSteps } from './use-steps.ts';
import { useSubmission } from './use-submission.ts';
import { useSummary } from './use-summary.ts';
import type { FormEngine } from './values/form-engine.ts';
import { KEY_NAME, pathOfInput, TICKET_NAME } from './values/names.ts';
import type { FormView } from './view/field-view.ts';
import { schemaOf } from './view/schema-of.ts';

const NO_ERRORS: readonly FieldError[] = [];
const NO_SITE: FormSite = {};
const NO_SIGN_IN: SignIn = {};

export interface FormShellProps extends Omit<PorticoFormProps, 'texts' | 'progress'> {
  readonly texts: FormContext['texts'];
  readonly view: FormView;
  /** Renders a field with its label, description and error. */
  readonly Field: ComponentType<FieldProps>;
  /** The forms engine, or a function that loads it when the form is first filled in. */
  readonly engine: FormEngine | (() => Promise<FormEngine>);
  /** Called when the visitor changes a value. */
  readonly onInput?: (form: HTMLFormElement) => void;
}

/**
 * Renders the steps, errors and buttons of an open form. PorticoForm imports the components of all fields and the
 * engine and passes them in. The embeds load most of them on demand, so that their first chunk is small.
 */
export function FormShell(props: FormShellProps) {
  const { form, view, Field, engine, values, errors = NO_ERRORS, texts, captcha } = props;
  const { site = NO_SITE, upload, signIn = NO_SIGN_IN } = props;
  const state = useFormState({ form: schemaOf(form), view, serverErrors: errors, country: site.country ?? '', engine });
  const steps = useSteps(view, state);
  const submission = useSubmission(props, state);
  const { language = 'en', currency = 'USD' } = site;
  const summary = useSummary({ view, state, texts, failure: submission.failure, steps });
  const { live, formRef } = state;
  const context: FormContext = {
    Field,
    texts,
    live,
    language,
    upload: upload ?? null,
    signIn,
    ...summary.fields,
    indicator: view.indicator,
    stateOf: (path: string) => state.states.get(path) ?? EMPTY_STATE,
    changed: state.changed,
    country: site.country ?? '',
    maxFileBytes: site.maxFileBytes,
    money: useMemo(() => createMoneyFormat(language, currency), [language, currency]),
  };

  // Moves the focus to the first error that the server reported, after hydration.
  const { showFirst } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page brings another answer
  useEffect(() => {
    if (errors.length > 0) showFirst(errors);
  }, [errors]);

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const isRowButton = (event.nativeEvent.submitter as HTMLButtonElement | null)?.formNoValidate;
    if (!live || isRowButton) return;
    event.preventDefault();
    const element = event.currentTarget;
    const targets = steps.isLast ? undefined : steps.targets;
    const checkResult = await state.check(targets).catch(() => null);
    if (!checkResult) return summary.showFirst([], submission.fail(texts.forms.cannotSend));
    if (!checkResult.values) return summary.showFirst(checkResult.errors);
    if (!steps.isLast) return steps.next();
    const rejection = await submission.send(checkResult.values, element);
    if (rejection) summary.showFirst(rejection.errors ?? NO_ERRORS, rejection.failure);
  }

  const handleBlur = (event: FocusEvent<HTMLFormElement>): void => {
    const { name } = event.target as { name?: string };
    // Showing an error now would move the button away from the pointer. Submitting shows all errors anyway.
    const navigation = (event.relatedTarget as Element | null)?.closest('.portico-navigation');
    if (name && !navigation) state.left(pathOfInput(name));
  };

  return (
    <FormContextProvider value={context}>
      <form
        className="portico-form"
        method="post"
        encType={view.hasFiles ? 'multipart/form-data' : undefined}
        ref={formRef}
        // The browser's own validation is only needed without JavaScript.
        noValidate={live}
        onFocus={state.prepare}
        // The handler is not onChange, because Preact fires that only when an input loses the focus.
        onInput={(event) => {
          state.changed(pathOfInput((event.target as { name?: string }).name ?? ''));
          props.onInput?.(event.currentTarget);
        }}
        onBlur={handleBlur}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <ErrorSummary entries={summary.entries} announcement={summary.announcement} onFollow={summary.follow} />
        {live && steps.shown.length > 1 && (
          <StepProgress
            at={steps.at}
            total={steps.shown.length}
            name={steps.current?.name ?? ''}
            ref={steps.headingRef}
          />
        )}
        {view.steps.map((step) => (
          <FormStep
            key={step.id}
            step={step}
            isShown={!live || step === steps.current}
            heading={!live && steps.shown.length > 1 && !step.hidden ? step.name : ''}
            initialOf={(field) => (values ? values[field.target] : field.initial)}
          />
        ))}
        {view.hasPayments && <Total totals={state.totals} />}
        {captcha && steps.isLast && <div key={submission.attempts}>{captcha}</div>}
        <HoneypotInput />
        <input type="hidden" name={KEY_NAME} value={props.submissionKey ?? ''} />
        <input type="hidden" name={TICKET_NAME} value={props.ticket ?? ''} />
        <NavigationButtons steps={steps} pending={submission.pending} view={view} />
      </form>
    </FormContextProvider>
  );
}

const EMPTY_STATE = {};

/** Returns a formatter for amounts in the reader's language. Values that are not numbers stay unchanged. */
function createMoneyFormat(language: string, currency: string): (amount: string | number) => string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return (amount) => (Number.isFinite(Number(amount)) ? format.format(Number(amount)) : String(amount));
}
