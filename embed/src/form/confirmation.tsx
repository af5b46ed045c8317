import { ThankYou } from '@portico/react/forms/ThankYou.tsx';
import type { FormTexts } from '@portico/react/texts/forms-en';
import type { Form } from '@portico/sdk';

/** Returns the component that replaces a form after its submission. */
export const confirmationOf =
  (form: Form, texts: { readonly forms: FormTexts }) =>
  ({ onDone }: { readonly onDone: () => void }) => <ThankYou form={form} texts={texts} onDone={onDone} />;
