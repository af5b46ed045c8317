/** What of a form those see who only fill it in. Pure. */
import { isObject } from '@portico/domain';
import type { WireForm } from './wire.ts';

/**
 * A form as a visitor may see it: without the right answers of a quiz, which its source would give away, and without
 * what the owner has decided about the submissions (addresses of mail among it), but for the captcha that has to be solved.
 */
export function publicForm(form: WireForm): WireForm {
  const { submissionPolicy, postSubmissionTriggers: _, ...rest } = form;
  const shown = withoutAnswers(rest) as Omit<WireForm, 'submissionPolicy' | 'postSubmissionTriggers'>;
  return submissionPolicy?.captchaRequired ? { ...shown, submissionPolicy: { captchaRequired: true } } : shown;
}

/** in the present generation, and in the views of the earlier one */
const ANSWERS = ['correctAnswersList', 'correctAnswers'];

/** Forms are stored only up to a depth that no stack minds. */
function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnswers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (ANSWERS.includes(key)) return [];
      return [[key, withoutAnswers(inner)]];
    }),
  );
}
