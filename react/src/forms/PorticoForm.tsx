import type { FieldError } from '@portico/sdk';
import { type FocusEvent, type SubmitEvent, useEffect, useMemo, useRef } from 'react';
import { en, type Texts } from '../texts/index.ts';
import { ClosedForm, isClosed } from './ClosedForm.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField } from './FormField.tsx';
import { FormStep } from './FormStep.tsx';
import { type FormContext, FormContextProvider, type SignIn } from './form-context.ts';
import type { FormSite, PorticoFormProps } from './form-props.ts';
import { NavigationButtons } from './NavigationButtons.tsx';
import { StepProgress } from './StepProgress.tsx';
import { Total } from './Total.tsx';
import { TrapInput } from './TrapInput.tsx';
import { pathBehind, useFormState } from './use-form-state.ts';
import { useSending } from './use-sending.ts';
import { useSteps } from './use-steps.ts';
import { useSummary } from './use-summary.ts';
import { KEY_NAME, TICKET_NAME } from './values/names.ts';
import { describeForm } from './view/describe-form.ts';
import { schemaOf } from './view/schema-of.ts';

const NO_ERRORS: readonly FieldError[] = [];
const NO_SITE: FormSite = {};
const NO_SIGN_IN: SignIn = {};

/**
 * A form from the dashboard (forms contract section 4), validated by the same engine as on the server. Before scripts
 * run it is a plain form whose inputs carry the paths of their values as names; `readValues` reads what it posts.
 */
export function PorticoForm(props: PorticoFormProps) {
  const { form, texts = en } = props;
  // Of a form that closes while it is filled in, the server says so.
  const closed = useRef(isClosed(form, new Date()));
  return closed.current ? <ClosedForm form={form} texts={texts} /> : <OpenForm {...props} texts={texts} />;
}

function OpenForm(props: PorticoFormProps & { texts: Texts }) {
  const { form, values, errors = NO_ERRORS, texts, site = NO_SITE, upload, signIn = NO_SIGN_IN, captcha } = props;
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const state = useFormState(schema, view, errors, site.country ?? '');
  const steps = useSteps(view, state);
  const sending = useSending(props, state);
  const { language = 'en', currency = 'USD' } = site;
  const summary = useSummary({ view, state, texts, failure: sending.failure, steps });
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
    money: useMemo(() => moneyIn(language, currency), [language, currency]),
  };

  // What the server refused is shown where it stands, once the page is alive.
  const { showFirst } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page brings another answer
  useEffect(() => {
    if (errors.length > 0) showFirst(errors);
  }, [errors]);

  async function goOn(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const isRows = (event.nativeEvent.submitter as HTMLButtonElement | null)?.formNoValidate;
    if (!live || isRows) return;
    event.preventDefault();
    const element = event.currentTarget;
    const targets = steps.isLast ? undefined : steps.targets;
    const verdict = await state.check(targets);
    if (!verdict.values) return summary.showFirst(verdict.errors);
    if (!steps.isLast) return steps.next();
    const refused = await sending.send(verdict.values, element);
    if (refused) summary.showFirst(refused.errors ?? NO_ERRORS, refused.failure);
  }

  const leave = (event: FocusEvent<HTMLFormElement>): void => {
    const { name } = event.target as { name?: string };
    // On the way to a button an error would push it away from under the pointer; going on shows them all anyway.
    const toButton = (event.relatedTarget as Element | null)?.closest('.portico-navigation');
    if (name && !toButton) state.left(pathBehind(name));
  };

  return (
    <FormContextProvider value={context}>
      <form
        className="portico-form"
        method="post"
        encType={view.hasFiles ? 'multipart/form-data' : undefined}
        ref={formRef}
        // The browser's own bubbles help only where ours cannot run.
        noValidate={live}
        onChange={(event) => state.changed(pathBehind((event.target as { name?: string }).name ?? ''))}
        onBlur={leave}
        onSubmit={(event) => void goOn(event)}
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
        {captcha && steps.isLast && <div key={sending.attempts}>{captcha}</div>}
        <TrapInput />
        <input type="hidden" name={KEY_NAME} value={props.submissionKey ?? ''} />
        <input type="hidden" name={TICKET_NAME} value={props.ticket ?? ''} />
        <NavigationButtons steps={steps} pending={sending.pending} view={view} />
      </form>
    </FormContextProvider>
  );
}

const NO_STATE = {};

/** Amounts as the reader writes them; what is no number stays as it stands. */
function moneyIn(language: string, currency: string): (amount: string | number) => string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return (amount) => (Number.isFinite(Number(amount)) ? format.format(Number(amount)) : String(amount));
}
