/** Finds and checks the rich content of a form. */
import { componentOptions, type Field, isObject } from '../model.ts';
import { checkRichContent } from '../rich-content/check-rich-content.ts';
import { type FormRuleName, type FormToCheck, type FormViolation, violation } from './form-violation.ts';

/** Checks the form's own texts: the message of a closed form, the thank-you message and the quiz results. */
export function checkFormContent(form: FormToCheck): FormViolation[] {
  const { thankYouMessageOptions } = form.submitSettings ?? {};
  const quiz = isObject(form.quizSettings) ? form.quizSettings : {};
  const messages = ['passingStatusOptions', 'scoreAndPassingStatusOptions'].flatMap((name) => {
    const pair = isObject(quiz[name]) ? quiz[name] : {};
    return ['passMessage', 'failMessage'].map((key) => [`quizSettings.${name}.${key}`, pair[key]] as const);
  });
  return (
    [
      ['disabledFormMessage', form.disabledFormMessage],
      ['submitSettings.thankYouMessageOptions.richContent', thankYouMessageOptions?.richContent],
      ['quizSettings.message', quiz.message],
      ...messages,
    ] as const
  ).flatMap(([path, content]) => checkContent(content, path, 'RICH_CONTENT_NOT_SUPPORTED'));
}

/** Checks the texts of a field: its description, the label of a checkbox and the content of a display field. */
export function checkFieldContent(field: Field, block: object | undefined, path: string): FormViolation[] {
  const { description, label } = componentOptions(block);
  const shown = field.displayOptions?.richContentOptions as { richContent?: unknown } | undefined;
  return [
    ...checkContent(description, `${path}.description`, 'FIELD_SCHEMA_NOT_SUPPORTED'),
    ...(isObject(label) ? checkContent(label, `${path}.label`, 'FIELD_SCHEMA_NOT_SUPPORTED') : []),
    ...checkContent(shown?.richContent, `${path}.richContentOptions.richContent`, 'FIELD_SCHEMA_NOT_SUPPORTED'),
  ];
}

const checkContent = (content: unknown, path: string, ruleName: FormRuleName): FormViolation[] =>
  content === undefined || content === null
    ? []
    : checkRichContent(content).map((problem) =>
        violation(problem.path === '' ? path : `${path}.${problem.path}`, problem.description, ruleName),
      );
