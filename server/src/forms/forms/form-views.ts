/** Reduced forms: for visitors, and for lists. */
import { isObject } from '@portico/domain';
import type { WireForm } from './wire.ts';

/**
 * Returns a form as visitors may see it: without the correct answers of a quiz, without private tags, and without the
 * owner's settings for submissions, which contain e-mail addresses. Two of these settings remain: visitors need
 * to know whether a captcha is required, and the pages of the site need the allowed origins.
 */
export function toPublicForm(form: WireForm): WireForm {
  const { submissionPolicy, postSubmissionTriggers: _, tags, ...rest } = form;
  return {
    ...(withoutCorrectAnswers(rest) as typeof rest),
    ...(tags?.tags ? { tags: { tags: tags.tags } } : {}),
    ...toPublicPolicy(submissionPolicy),
  };
}

function toPublicPolicy(policy: WireForm['submissionPolicy']): Pick<WireForm, 'submissionPolicy'> {
  const { captchaRequired, allowedOrigins } = policy ?? {};
  if (!captchaRequired && !allowedOrigins) return {};
  return {
    submissionPolicy: {
      ...(captchaRequired ? { captchaRequired } : {}),
      ...(allowedOrigins ? { allowedOrigins } : {}),
    },
  };
}

/** Returns a form without fields, steps, rules and texts, for lists of many forms. */
export function toBriefForm(form: WireForm): WireForm {
  const {
    disabledFormMessage,
    submitSettings,
    quizSettings,
    nestedForms,
    postSubmissionTriggers,
    fieldGroups,
    ...rest
  } = form;
  const emptyOptions = {
    formFields: [],
    fields: [],
    deletedFormFields: [],
    deletedFields: [],
    formRules: [],
    rules: [],
    steps: [],
  };
  return { ...rest, ...emptyOptions };
}

/** The keys of correct answers in both generations. */
const CORRECT_ANSWER_KEYS = ['correctAnswersList', 'correctAnswers'];

/** Recursion is safe, because the depth of stored forms is bounded. */
function withoutCorrectAnswers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCorrectAnswers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (CORRECT_ANSWER_KEYS.includes(key)) return [];
      return [[key, withoutCorrectAnswers(inner)]];
    }),
  );
}
