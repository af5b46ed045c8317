import type { FieldError, Form, FormValues, SubmitOptions } from '@portico/sdk';
import type { ReactNode } from 'react';
import type { Texts } from '../texts/index.ts';
import type { SignIn, Upload } from './form-context.ts';

/** What a form sends: its values, and what goes along with them. */
export interface SentForm {
  readonly values: FormValues;
  readonly options: SubmitOptions;
  readonly element: HTMLFormElement;
}

/** What a form has to know of the site around it; anything may be left out. */
export interface FormSite {
  /** ISO 3166-1 alpha-2: where phones and addresses start, and whose tax numbers are taken */
  readonly country?: string;
  /** ISO 4217: what money payments are in */
  readonly currency?: string;
  /** what a file may have, so that it can be told beforehand */
  readonly maxFileBytes?: number;
  /** BCP 47, English unless it is given: for names of countries, amounts and calendars */
  readonly language?: string;
}

/** What the server said of a form that was sent; nothing where it was taken. */
export interface Refused {
  readonly errors?: readonly FieldError[];
  /** one sentence of what is wrong with none of the fields */
  readonly failure?: string;
}

export interface PorticoFormProps {
  /** as `client.forms.getForm` answers it */
  readonly form: Form;
  /** what is entered at first, by target; e.g. what a refused post held */
  readonly values?: FormValues;
  /** what the server found wrong with those values */
  readonly errors?: readonly FieldError[];
  /**
   * Sends values that the page found right. Absent: the form is posted to the page's own address, which reads it with
   * `readValues`; files then go along with it.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without an answer is one that was taken
  readonly onSubmit?: (sent: SentForm) => Promise<Refused | undefined | void>;
  /** sends a file while the form is being filled in; absent: files go along with the form */
  readonly upload?: Upload;
  /** asks for a ticket (`client.forms.issueTicket`): when the form is shown, and again before it expires */
  readonly issueTicket?: () => Promise<string>;
  /** a ticket and a key that the page was made with, for a post without scripts */
  readonly ticket?: string;
  readonly submissionKey?: string;
  /** what a person has to solve where the form's `submissionPolicy` asks for it; it puts its answer into an input `captcha` */
  readonly captcha?: ReactNode;
  readonly site?: FormSite;
  readonly signIn?: SignIn;
  /** in which language, English unless it is given */
  readonly texts?: Texts;
}
