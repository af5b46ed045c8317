import type { ReactNode } from 'react';
import type { Texts } from '../texts/index.ts';

/** Props of all sign-in forms. */
export interface IdentityFormProps {
  /** URL to post to. The default is the page's own. */
  readonly action?: string;
  /** The signed authorize request of the app that waits for the sign-in. Posted as `request`. */
  readonly request?: string | null;
  /** Language of the texts. The default is English. */
  readonly texts?: Texts;
}

/** Props of forms that anonymous visitors can submit. */
export interface GuardedFormProps extends IdentityFormProps {
  /** The site's captcha widget, if required. It posts its response as `captcha`. */
  readonly captcha?: ReactNode;
}
