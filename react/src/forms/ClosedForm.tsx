import type { Form } from '@portico/sdk';
import type { FormTexts } from '../texts/forms-en.ts';
import { hasText, RichContent } from './RichContent.tsx';

interface ClosedFormProps {
  readonly form: Pick<Form, 'disabledFormMessage'>;
  readonly texts: { readonly forms: FormTexts };
}

/** Replaces a form that accepts no submissions with the owner's message or the default one. */
export function ClosedForm({ form, texts }: ClosedFormProps) {
  return (
    <div className="portico-text">
      {hasText(form.disabledFormMessage) ? (
        <RichContent content={form.disabledFormMessage} />
      ) : (
        <p>{texts.forms.closed}</p>
      )}
    </div>
  );
}

/** Returns true if the form is disabled or past its deadline. Only the server knows whether it is full. */
export const isClosed = ({ enabled, limitationRule }: Pick<Form, 'enabled' | 'limitationRule'>, now: Date): boolean =>
  enabled === false || Date.parse(limitationRule?.dateTimeDeadline ?? '') <= now.getTime();
