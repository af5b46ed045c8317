import type { Form } from '@portico/sdk';
import { en, type Texts } from '../texts/index.ts';
import { plainText } from './describe-form.ts';
import { RichContent } from './RichContent.tsx';

/** What a form says once it was sent: the owner's message, or thanks. */
export function ThankYou({ form, texts = en }: { form: Pick<Form, 'submitSettings'>; texts?: Texts }) {
  const message = form.submitSettings?.thankYouMessageOptions?.richContent;
  return (
    <div className="portico-thanks" role="status">
      {plainText(message) ? <RichContent content={message} /> : <p>{texts.forms.sent}</p>}
    </div>
  );
}
