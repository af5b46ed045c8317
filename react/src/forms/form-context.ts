import type { FieldState } from '@portico/domain';
import type { FileValue, UploadOptions } from '@portico/sdk';
import { type ComponentType, createContext, type RefObject, useContext } from 'react';
import type { FormTexts } from '../texts/forms-en.ts';
import type { FieldView, FormView } from './view/field-view.ts';

export interface FieldProps {
  readonly field: FieldView;
  /** Path of the value, which is also the name of its input. */
  readonly path: string;
  /** Initial value of the input, in its wire format. */
  readonly value: unknown;
}

/** Values and functions that all fields of a form share. */
export interface FormContext {
  /** Renders a field. Fields that contain other fields use it. */
  readonly Field: ComponentType<FieldProps>;
  readonly texts: { readonly forms: FormTexts };
  /** True after hydration. Before hydration, the form works as a plain HTML form. */
  readonly live: boolean;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly indicator: FormView['indicator'];
  /** Returns an id that is unique on the page. */
  idOf(path: string): string;
  /** Returns a sentence about the error at a path, or '' if there is none. */
  errorOf(path: string): string;
  /** Returns the changes that the active rules make to a field. */
  stateOf(path: string): FieldState;
  /** Must be called when a value changes without an event of its input. */
  changed(path: string): void;
  /** Country of the site, ISO 3166-1 alpha-2; '' if unknown. */
  readonly country: string;
  /** Formats an amount in the currency of the site and the language of the reader. */
  money(amount: string | number): string;
  /** Language of the reader (BCP 47). */
  readonly language: string;
  /** Null if files can only be submitted with the form. */
  readonly upload: Upload | null;
  readonly maxFileBytes: number | undefined;
  /** URL of the login bar and the name of a signed-in member. */
  readonly signIn: SignIn;
}

export type Upload = (file: File, options: UploadOptions) => Promise<FileValue>;

export interface SignIn {
  /** Without a URL, the form shows no login bar. */
  readonly url?: string;
  readonly memberName?: string;
}

const Context = createContext<FormContext | null>(null);
export const FormContextProvider = Context.Provider;

/** Returns the context of the surrounding form. */
export function useFormContext(): FormContext {
  const context = useContext(Context);
  if (!context) throw new Error('A form field must be rendered inside a form.');
  return context;
}
