/**
 * Converts a component's options to and from the `view` of the earlier generation where renaming keys is not enough.
 */
import { type Field, type FormField, isObject } from '../model.ts';
import type { InputType } from '../vocabulary.ts';
import { fromAppointmentView, toAppointmentView } from './appointment-keys.ts';
import { fromChoiceView, toChoiceView } from './choice-keys.ts';
import { fromViewKeys, toViewKeys } from './view-keys.ts';

type Json = Record<string, unknown>;

/** Returns the view of an input field, without its `fieldType`. `inner` converts the fields of a repeater row. */
export function toInputView(
  inputType: InputType,
  component: string,
  options: Readonly<Json>,
  block: { validation?: Json; quizFieldSettings?: unknown },
  inner: (field: Field) => FormField,
): Json {
  return {
    ...toViewKeys(component, toSpecialKeys(inputType, component, toChoiceView(component, options), inner)),
    ...toFileView(component, block.validation),
    ...toQuizView(block.quizFieldSettings),
  };
}

function toSpecialKeys(
  inputType: InputType,
  component: string,
  options: Json,
  inner: (field: Field) => FormField,
): Json {
  if (component === 'APPOINTMENT') return toAppointmentView(options);
  if (component === 'REPEATER' && Array.isArray(options.fields)) {
    return { ...options, fields: (options.fields as unknown[]).map((one) => (isObject(one) ? inner(one) : one)) };
  }
  if (inputType !== 'PAYMENT' || component !== 'CHECKBOX_GROUP') return options;
  const { imageFit, ...rest } = options;
  return { ...rest, imageResize: imageFit === 'CONTAIN' ? 'FIT' : 'CROP' };
}

/** Splits a view into the component's options, the rules that it contains, and the settings of a quiz. */
export function fromInputView(
  inputType: InputType,
  component: string,
  view: Readonly<Json>,
  inner: (field: FormField) => Field,
): { options: Json; rules: Json; quizFieldSettings?: Json } {
  const { valueSliderLimit, uploadFileFormats, ...withoutFile } = view;
  const isFile = component === 'FILE_UPLOAD';
  const { quiz, rest } = fromQuizView(isFile ? withoutFile : view);
  return {
    options: fromViewKeys(component, fromSpecialKeys(inputType, component, fromChoiceView(rest), inner)),
    rules: isFile ? toFileRules(valueSliderLimit, uploadFileFormats) : {},
    ...(quiz ? { quizFieldSettings: quiz } : {}),
  };
}

function fromSpecialKeys(
  inputType: InputType,
  component: string,
  view: Json,
  inner: (field: FormField) => Field,
): Json {
  if (component === 'APPOINTMENT') return fromAppointmentView(view);
  if (component === 'REPEATER' && Array.isArray(view.fields)) {
    return { ...view, fields: (view.fields as unknown[]).map((one) => (isObject(one) ? inner(one) : one)) };
  }
  if (inputType !== 'PAYMENT' || component !== 'CHECKBOX_GROUP' || view.imageResize === undefined) return view;
  const { imageResize, ...rest } = view;
  return { ...rest, imageFit: imageResize === 'FIT' ? 'CONTAIN' : 'COVER' };
}

/** The viewer expects formats as `Image` or `Video`. They are stored as the upper-case values of the specification. */
function toFileView(component: string, validation: Json = {}): Json {
  if (component !== 'FILE_UPLOAD') return {};
  const { fileLimit, uploadFileFormats } = validation;
  const formats = Array.isArray(uploadFileFormats) ? uploadFileFormats.map(String) : [];
  return {
    ...(fileLimit === undefined ? {} : { valueSliderLimit: fileLimit }),
    uploadFileFormats: formats.map((format) => format.charAt(0) + format.slice(1).toLowerCase()),
  };
}

const toFileRules = (limit: unknown, formats: unknown): Json => ({
  ...(limit === undefined || limit === null ? {} : { fileLimit: limit }),
  ...(Array.isArray(formats) && formats.length > 0
    ? { uploadFileFormats: formats.map((format) => String(format).toUpperCase()) }
    : {}),
});

/** The view stores the score and the correct answers in flat properties. */
function toQuizView(settings: unknown): Json {
  if (!isObject(settings)) return {};
  const { correctAnswersList, ...rest } = settings;
  const answers = isObject(correctAnswersList) ? correctAnswersList.correctAnswers : undefined;
  return { ...rest, ...(Array.isArray(answers) && answers.length > 0 ? { correctAnswers: answers } : {}) };
}

const QUIZ_KEYS = ['score', 'correctAnswers', 'correctAnswerMessage', 'incorrectAnswerMessage'];

function fromQuizView(view: Readonly<Json>): { quiz: Json | null; rest: Json } {
  const entries = Object.entries(view);
  const quiz = entries.filter(([key]) => QUIZ_KEYS.includes(key));
  const rest = Object.fromEntries(entries.filter(([key]) => !QUIZ_KEYS.includes(key)));
  if (quiz.length === 0) return { quiz: null, rest };
  const { correctAnswers, ...settings } = Object.fromEntries(quiz);
  return {
    quiz: { ...settings, ...(correctAnswers === undefined ? {} : { correctAnswersList: { correctAnswers } }) },
    rest,
  };
}
