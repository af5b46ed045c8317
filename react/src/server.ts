/**
 * Describes and reads forms without React. Server Components and server actions import this module, because they cannot
 * call the exports of a client module.
 * @packageDocumentation
 */
export { errorText } from './forms/error-text.ts';
export {
  ADD_ROW,
  CAPTCHA_NAME,
  fileName,
  HONEYPOT_NAME,
  KEY_NAME,
  pathOf,
  TICKET_NAME,
} from './forms/values/names.ts';
export { type ReadOptions, readValues } from './forms/values/read-values.ts';
export { describeForm, type ShownForm } from './forms/view/describe-form.ts';
export type { FieldView, FormView } from './forms/view/field-view.ts';
export { schemaOf } from './forms/view/schema-of.ts';
export { type Texts, textsOf } from './texts/index.ts';
