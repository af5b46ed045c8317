import type { FieldState } from '@portico/domain';
import type { FileValue, UploadOptions } from '@portico/sdk';
import { type ComponentType, createContext, useContext } from 'react';
import type { Texts } from '../texts/index.ts';
import type { FieldView, FormView } from './view/field-view.ts';

export interface FieldProps {
  readonly field: FieldView;
  /** of its value, which is also its input's name */
  readonly path: string;
  /** what the input holds at first, as the wire has it */
  readonly value: unknown;
}

/** What every field of a form shares. */
export interface FormContext {
  /** shows a field, for those that hold others */
  readonly Field: ComponentType<FieldProps>;
  readonly texts: Texts;
  /** whether scripts run on the page: before that, everything works as a plain post */
  readonly live: boolean;
  readonly indicator: FormView['indicator'];
  /** unique on the page */
  idOf(path: string): string;
  /** what is wrong with the value at a path; one sentence, '' while nothing is */
  errorAt(path: string): string;
  /** what the form's rules say of a field now */
  stateOf(path: string): FieldState;
  /** tells that a value has changed by other means than an event of its input */
  changed(path: string): void;
  /** ISO 3166-1 alpha-2 of the site; '' where it is not known */
  readonly country: string;
  /** an amount in the money of the site, in words of the reader */
  money(amount: string | number): string;
  /** BCP 47 */
  readonly language: string;
  /** null where files cannot be sent before the form is */
  readonly upload: Upload | null;
  readonly maxFileBytes: number | undefined;
  /** the login bar's address and who is signed in already */
  readonly signIn: SignIn;
}

export type Upload = (file: File, options: UploadOptions) => Promise<FileValue>;

export interface SignIn {
  /** undefined: the form shows no login bar */
  readonly url?: string;
  readonly memberName?: string;
}

const Context = createContext<FormContext | null>(null);
export const FormContextProvider = Context.Provider;

/** Of the form around the component. */
export function useFormContext(): FormContext {
  const context = useContext(Context);
  if (!context) throw new Error('A field stands in a form.');
  return context;
}
