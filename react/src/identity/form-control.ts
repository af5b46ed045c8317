/** A form that is handled by a server, which reads the posted values and renders the page again with its errors. */
export interface FormPost {
  /** URL to post to. The default is the page's own. */
  readonly action?: string | undefined;
  /** The signed authorize request of the app that waits for the sign-in. Posted as `request`. */
  readonly request?: string | null | undefined;
  /** Previously entered values by the names of the inputs. Must not contain passwords. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** One sentence per error, by the names of the inputs. `form` is an error of the form itself. */
  readonly errors?: FormErrors | undefined;
}

/** The values and errors of a form. A server handles the form if it has no `onSubmit`. */
export interface FormControl extends FormPost {
  /** Posted as `intent`, to distinguish this form from others on the page. */
  readonly intent?: string | undefined;
  readonly onSubmit?: ((data: FormData) => void) | undefined;
  readonly pending?: boolean | undefined;
}

/** The errors of a form, one sentence each. `undefined` is no error. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean);

export const NO_ERRORS: FormErrors = {};

/** Returns the text of an input. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '');
