/** What of a form those see who only fill it in, or look at a list. Pure. */
import { isObject } from '@portico/domain';
import type { WireForm } from './wire.ts';

/**
 * A form as a visitor may see it: without the right answers of a quiz, which its source would give away, without the
 * owner's private tags, and without what the owner has decided about the submissions (addresses of mail among it), but
 * for the captcha that has to be solved.
 */
export function publicForm(form: WireForm): WireForm {
  const { submissionPolicy, postSubmissionTriggers: _, tags, ...rest } = form;
  return {
    ...(withoutAnswers(rest) as typeof rest),
    ...(tags?.tags ? { tags: { tags: tags.tags } } : {}),
    ...(submissionPolicy?.captchaRequired ? { submissionPolicy: { captchaRequired: true } } : {}),
  };
}

/** A form without its fields, steps, rules and contents: what a list of many shows. */
export function briefForm(form: WireForm): WireForm {
  const {
    disabledFormMessage,
    submitSettings,
    quizSettings,
    nestedForms,
    postSubmissionTriggers,
    fieldGroups,
    ...rest
  } = form;
  const none = {
    formFields: [],
    fields: [],
    deletedFormFields: [],
    deletedFields: [],
    formRules: [],
    rules: [],
    steps: [],
  };
  return { ...rest, ...none };
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
