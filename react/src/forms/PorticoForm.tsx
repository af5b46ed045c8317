import type { FieldError } from '@portico/sdk';
import { type FocusEvent, type SubmitEvent, useEffect, useMemo, useRef } from 'react';
import { en, type Texts } from '../texts/index.ts';
import { ClosedForm, isClosed } from './ClosedForm.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField } from './FormField.tsx';
import { FormStep } from './FormStep.tsx';
import { type FormContext, FormContextProvider, type SignIn } from './form-context.ts';
import type { FormSite, PorticoFormProps } from './form-props.ts';
import { HoneypotInput } from './HoneypotInput.tsx';
import { NavigationButtons } from './NavigationButtons.tsx';
import { StepProgress } from './StepProgress.tsx';
import { Total } from './Total.tsx';
import { pathOfInput, useFormState } from './use-form-state.ts';
import { useSteps } from './use-steps.ts';
import { useSubmission } from './use-submission.ts';
import { useSummary } from './use-summary.ts';
import { KEY_NAME, TICKET_NAME } from './values/names.ts';
import { describeForm } from './view/describe-form.ts';
import { schemaOf } from './view/schema-of.ts';

const NO_ERRORS: readonly FieldError[] = [];
const NO_SITE: FormSite = {};
const NO_SIGN_IN: SignIn = {};

/**
 * Renders a form of the dashboard (forms contract section 4) and validates it with the server's engine. Without
 * JavaScript, it is a plain form whose inputs are named after the paths of their values; `readValues` reads the posted
 * data.
 */
export function PorticoForm(props: PorticoFormProps) {
  const { form, texts = en } = props;
  // If the form closes while it is filled in, the server reports it.
  const closed = useRef(isClosed(form, new Date()));
  return closed.current ? <ClosedForm form={form} texts={texts} /> : <OpenForm {...props} texts={texts} />;
}

function OpenForm(props: PorticoFormProps & { texts: Texts }) {
  const { form, values, errors = NO_ERRORS, texts, site = NO_SITE, upload, signIn = NO_SIGN_IN, captcha } = props;
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const state = useFormState(schema, view, errors, site.country ?? '');
  const steps = useSteps(view, state);
  const submission = useSubmission(props, state);
  const { language = 'en', currency = 'USD' } = site;
  const summary = useSummary({ view, state, texts, failure: submission.failure, steps });
  const { live, formRef } = state;
  const context: FormContext = {
    Field: FormField,
    texts,
    live,
    language,
    upload: upload ?? null,
    signIn,
    ...summary.fields,
    indicator: view.indicator,
    stateOf: (path: string) => state.states.get(path) ?? NO_STATE,
    changed: state.changed,
    country: site.country ?? '',
    maxFileBytes: site.maxFileBytes,
    money: useMemo(() => createMoneyFormat(language, currency), [language, currency]),
  };

  // Moves to the first error of the server after hydration.
  const { showFirst } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page brings another answer
  useEffect(() => {
    if (errors.length > 0) showFirst(errors);
  }, [errors]);

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const isRows = (event.nativeEvent.submitter as HTMLButtonElement | null)?.formNoValidate;
    if (!live || isRows) return;
    event.preventDefault();
    const element = event.currentTarget;
    const targets = steps.isLast ? undefined : steps.targets;
    const verdict = await state.check(targets);
    if (!verdict.values) return summary.showFirst(verdict.errors);
    if (!steps.isLast) return steps.next();
    const refused = await submission.send(verdict.values, element);
    if (refused) summary.showFirst(refused.errors ?? NO_ERRORS, refused.failure);
  }

  const handleBlur = (event: FocusEvent<HTMLFormElement>): void => {
    const { name } = event.target as { name?: string };
    // Showing an error now would move the button away from the pointer. Submitting shows all errors anyway.
    const toButton = (event.relatedTarget as Element | null)?.closest('.portico-navigation');
    if (name && !toButton) state.left(pathOfInput(name));
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
        onChange={(event) => state.changed(pathOfInput((event.target as { name?: string }).name ?? ''))}
        onBlur={handleBlur}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <ErrorSummary entries={summary.entries} announcement={summary.announcement} onFollow={summary.follow} />
        {live && steps.shown.length > 1 && (
          <StepProgress at={steps.at} of={steps.shown.length} name={steps.current?.name ?? ''} ref={steps.headingRef} />
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

const NO_STATE = {};

/** Returns a formatter for amounts in the reader's language. Values that are not numbers stay unchanged. */
function createMoneyFormat(language: string, currency: string): (amount: string | number) => string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return (amount) => (Number.isFinite(Number(amount)) ? format.format(Number(amount)) : String(amount));
}
