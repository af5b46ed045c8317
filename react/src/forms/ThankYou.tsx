import type { Form } from '@portico/sdk';
import { plainText } from './describe-form.ts';
import { RichContent } from './RichContent.tsx';

/** What a form says once it was sent: the owner's message, or thanks. */
export function ThankYou({ form }: { form: Pick<Form, 'submitSettings'> }) {
  const message = form.submitSettings?.thankYouMessageOptions?.richContent;
  return (
    <div className="portico-thanks" role="status">
      {plainText(message) ? <RichContent content={message} /> : <p>Thank you. Your answer has been sent.</p>}
    </div>
  );
}
