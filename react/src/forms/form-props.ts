import type { FieldError, Form, FormProgressOptions, FormValues, SubmitOptions } from '@portico/sdk';
import type { ReactNode } from 'react';
import type { Texts } from '../texts/index.ts';
import type { SignIn, Upload } from './form-context.ts';

/** A submission of the form: its values and the options of the submit call. */
export interface SubmittedForm {
  readonly values: FormValues;
  readonly options: SubmitOptions;
  readonly element: HTMLFormElement;
}

/** Properties of the surrounding site. All are optional. */
export interface FormSite {
  /** ISO 3166-1 alpha-2. The default country of phones and addresses, and the country of tax numbers. */
  readonly country?: string;
  /** ISO 4217 currency of payments. */
  readonly currency?: string;
  /** Maximum file size in bytes, to check files before an upload. */
  readonly maxFileBytes?: number;
  /** Language of country names, amounts and calendars (BCP 47). The default is English. */
  readonly language?: string;
}

/** The server's reasons for rejecting a submission. */
export interface FormRejection {
  readonly errors?: readonly FieldError[];
  /** A sentence about a problem that no field causes. */
  readonly failure?: string;
}

export interface PorticoFormProps {
  /** The result of `client.forms.getForm`. */
  readonly form: Form;
  /** Initial values by target, for example those of a rejected post. */
  readonly values?: FormValues;
  /**
   * Stores what the visitor enters until the form is submitted: `{ store: keyValueStore() }`. The stored values replace
   * those of `values`. Without `onSubmit`, they remain until they expire. Everybody who uses the same browser can read
   * them.
   */
  readonly progress?: FormProgressOptions;
  /** The errors that the server reported for those values. */
  readonly errors?: readonly FieldError[];
  /**
   * Submits validated values. Without it, the form is posted with its files to the page's own URL, where the server
   * reads the values with `readValues`.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing accepts the submission
  readonly onSubmit?: (submitted: SubmittedForm) => Promise<FormRejection | undefined | void>;
  /** Uploads a file while the form is filled in. Without it, files are submitted with the form. */
  readonly upload?: Upload;
  /** Issues a ticket (`client.forms.issueTicket`). Called if `ticket` is missing, and again before a ticket expires. */
  readonly issueTicket?: () => Promise<string>;
  /** Ticket and idempotency key of the rendered page, for a post without JavaScript. */
  readonly ticket?: string;
  readonly submissionKey?: string;
  /** A captcha for forms whose `submissionPolicy` requires one. It writes its response to an input named `captcha`. */
  readonly captcha?: ReactNode;
  readonly site?: FormSite;
  readonly signIn?: SignIn;
  /** Language of the texts. The default is English. */
  readonly texts?: Texts;
}
