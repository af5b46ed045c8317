/** A form that a server handles: it reads the posted values and, if there are errors, renders the page again. */
export interface FormPost {
  /** URL to post to. The default is the page's own. */
  readonly action?: string | undefined;
  /** The signed authorize request of the app that waits for the sign-in. Posted as `request`. */
  readonly request?: string | null | undefined;
  /** The previously entered values, keyed by the names of the inputs. Must not contain passwords. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** One sentence per error, keyed by the names of the inputs. The key `form` holds an error of the form itself. */
  readonly errors?: FormErrors | undefined;
}

/** The values and errors of a form. Without `onSubmit`, a server handles the form. */
export interface FormControl extends FormPost {
  /** Posted as `intent`, to distinguish this form from others on the page. */
  readonly intent?: string | undefined;
  readonly onSubmit?: ((data: FormData) => void) | undefined;
  readonly pending?: boolean | undefined;
}

/** The errors of a form, one sentence each. `undefined` means that there is no error. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean);

export const NO_ERRORS: FormErrors = {};

/** Returns the text of an input. */
export const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '');
