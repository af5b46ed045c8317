import type { ComponentType, ReactNode } from 'react';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormStep } from './FormStep.tsx';
import { type FieldProps, type FormContext, FormContextProvider, type SignIn } from './form-context.ts';
import { HoneypotInput } from './HoneypotInput.tsx';
import { NavigationButtons } from './NavigationButtons.tsx';
import { StepProgress } from './StepProgress.tsx';
import { Total } from './Total.tsx';
import type { OpenForm } from './use-open-form.ts';
import { KEY_NAME, TICKET_NAME } from './values/names.ts';
import type { FieldView, FormView } from './view/field-view.ts';

const NO_SIGN_IN: SignIn = {};

export interface FormShellProps {
  readonly open: OpenForm;
  readonly view: FormView;
  /** Renders a field with its label, description and error. */
  readonly Field: ComponentType<FieldProps>;
  /** Returns the initial value of a field. */
  initialOf(field: FieldView): unknown;
  /** Another key renders the inputs again, with other initial values. */
  readonly inputsKey?: string;
  readonly texts: FormContext['texts'];
  readonly signIn?: SignIn | undefined;
  readonly captcha?: ReactNode;
  readonly ticket?: string | undefined;
  readonly submissionKey?: string | undefined;
}

/**
 * Renders the steps, errors and buttons of an open form. `Form` passes in the components of all fields. The embeds load most
 * of them on demand, so that their first chunk is small.
 */
export function FormShell(props: FormShellProps) {
  const { open, view, Field, initialOf, texts, captcha } = props;
  const { live, steps, site } = open;
  const context: FormContext = {
    ...open,
    Field,
    texts,
    formRef: open.formProps.ref,
    language: site.language ?? 'en',
    signIn: props.signIn ?? NO_SIGN_IN,
    indicator: view.indicator,
    country: site.country ?? '',
    maxFileBytes: site.maxFileBytes,
  };
  return (
    <FormContextProvider value={context}>
      <form
        key={props.inputsKey}
        className="portico-form"
        method="post"
        encType={view.hasFiles ? 'multipart/form-data' : undefined}
        {...open.formProps}
      >
        <ErrorSummary entries={open.errors} announcement={open.announcement} onFollow={open.focus} />
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
            initialOf={initialOf}
          />
        ))}
        {view.hasPayments && <Total totals={open.totals} />}
        {captcha && steps.isLast && <div key={open.attempts}>{captcha}</div>}
        <HoneypotInput />
        <input type="hidden" name={KEY_NAME} value={props.submissionKey ?? ''} />
        <input type="hidden" name={TICKET_NAME} value={props.ticket ?? ''} />
        <NavigationButtons steps={steps} pending={open.pending} view={view} />
      </form>
    </FormContextProvider>
  );
}
