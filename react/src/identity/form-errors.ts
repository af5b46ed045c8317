/** Checks the inputs of a form in the browser, and passes the errors of a form to its inputs. */
import { createContext, useContext } from 'react';
import type { Texts } from '../texts/index.ts';
import { type FormErrors, NO_ERRORS } from './form-control.ts';

const ErrorsContext = createContext<FormErrors>(NO_ERRORS);
export const FormErrorsProvider = ErrorsContext.Provider;

/** Returns the errors that the form around the component shows, by the names of its inputs. */
export const useFormErrors = (): FormErrors => useContext(ErrorsContext);

type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the inputs of a form whose values break a rule of their attributes, such as `required`, in their order. */
export const invalidInputs = (form: HTMLFormElement): InputElement[] =>
  ([...form.elements] as InputElement[]).filter((input) => input.willValidate && !input.validity.valid);

/** Returns a sentence about the rule that the value of an input breaks. */
export function sentenceFor(input: InputElement, { validation }: Texts): string {
  const { validity, type } = input;
  if (validity.valueMissing && !validity.badInput) return validation.required;
  if (validity.tooShort) return validation.passwordTooShort((input as HTMLInputElement).minLength);
  const byType: Readonly<Record<string, string>> = {
    email: validation.email,
    url: validation.url,
    date: validation.date,
  };
  return byType[type] ?? validation.other;
}
