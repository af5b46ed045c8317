import type { ReactNode } from 'react';
import type { Texts } from '../texts/index.ts';

/** What every form of signing in takes. */
export interface IdentityFormProps {
  /** address to post to; absent: the page's own */
  readonly action?: string;
  /** the signed request of an app that waits for the sign-in; carried along as `request` */
  readonly request?: string | null;
  /** in which language, English unless it is given */
  readonly texts?: Texts;
}

/** Of the forms that anybody can send. */
export interface GuardedFormProps extends IdentityFormProps {
  /** the widget of the site's captcha, where it asks for one; posts its answer as `captcha` */
  readonly captcha?: ReactNode;
}
