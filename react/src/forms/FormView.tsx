import type { Form } from '@portico/sdk';
import { ClosedForm } from './ClosedForm.tsx';
import { FormField } from './FormField.tsx';
import { FormShell, type FormShellProps } from './FormShell.tsx';
import type { DescribedForm } from './use-described-form.ts';

interface FormViewProps extends Pick<FormShellProps, 'signIn' | 'captcha' | 'ticket' | 'submissionKey'> {
  readonly form: Form;
  readonly state: DescribedForm;
}

/** Renders a form with the components of the package, or the owner's message if it is closed. */
export function FormView({ form, state, ...props }: FormViewProps) {
  const { texts, view, initialValueOf } = state;
  if (state.isClosed) return <ClosedForm form={form} texts={texts} />;
  return (
    <FormShell
      {...props}
      open={state}
      view={view}
      Field={FormField}
      initialOf={({ target }) => initialValueOf(target)}
      inputsKey={state.key}
      texts={texts}
    />
  );
}
