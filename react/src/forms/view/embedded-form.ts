import type { Form } from '@portico/sdk';
import type { FormSite } from '../form-props.ts';
import type { FormView } from './field-view.ts';

/**
 * A form as the site sends it to an embed: described in one language, with all data that is needed to show and check
 * it.
 */
export interface EmbeddedForm {
  readonly form: EmbeddedFormParts;
  readonly view: FormView;
  /** '' if no ticket could be issued. */
  readonly ticket: string;
  /** Client id of the site's app, for which the visitor's session is created. */
  readonly clientId: string;
  readonly site: FormSite & { readonly language: string };
  readonly direction: 'ltr' | 'rtl';
  /** The theme of the site as CSS variables of the shadow root. */
  readonly css: string;
  /** URL of the hosted page of the form. */
  readonly pageUrl: string;
  /** True if only the hosted page can show the form, because it requires a captcha. */
  readonly needsPage: boolean;
  /** True if pages of the requesting origin may show the hosted page in a frame. */
  readonly mayFrame: boolean;
}

const PARTS = [
  'id',
  'formFields',
  'formRules',
  'nestedForms',
  'enabled',
  'limitationRule',
  'disabledFormMessage',
  'submitSettings',
] as const;

type EmbeddedFormParts = Pick<Form, (typeof PARTS)[number]>;

/** Returns the parts of a form that an embed needs in addition to its view. */
export const embeddedParts = (form: Form): EmbeddedFormParts =>
  Object.fromEntries(PARTS.map((part) => [part, form[part]])) as unknown as EmbeddedFormParts;
