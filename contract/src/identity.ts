/** All calls on tokens, sign-in, recovery, verification and hosted pages (identity contract sections 1 to 6.1). */
import { captchaEndpoints } from './identity/captcha.ts';
import { hostedEndpoints } from './identity/hosted.ts';
import { oauthEndpoints } from './identity/oauth.ts';
import { memberAccountEndpoints } from './identity/own-account.ts';
import { redirectEndpoints } from './identity/redirect.ts';
import { signInEndpoints } from './identity/sign-in.ts';

export * from './identity/schemas.ts';
export const identityEndpoints = {
  ...oauthEndpoints,
  ...redirectEndpoints,
  ...signInEndpoints,
  ...hostedEndpoints,
  ...memberAccountEndpoints,
  ...captchaEndpoints,
};
