import type { Form } from '@portico/sdk';
import { en, type Texts } from '../texts/index.ts';
import { hasWords, RichContent } from './RichContent.tsx';

/** What stands in the place of a form that takes no answers: the owner's words, or ours. */
export function ClosedForm({ form, texts = en }: { form: Pick<Form, 'disabledFormMessage'>; texts?: Texts }) {
  return (
    <div className="portico-text">
      {hasWords(form.disabledFormMessage) ? (
        <RichContent content={form.disabledFormMessage} />
      ) : (
        <p>{texts.forms.closed}</p>
      )}
    </div>
  );
}

/** Switched off, or past its last day. How many answers it takes is for the server to count. */
export const isClosed = ({ enabled, limitationRule }: Pick<Form, 'enabled' | 'limitationRule'>, now: Date): boolean =>
  enabled === false || Date.parse(limitationRule?.dateTimeDeadline ?? '') <= now.getTime();
