import { createContext } from 'react-router';

/** A third-party captcha. Its scripts and frames must be allowed by the content security policy of the page. */
export type ThirdPartyCaptcha = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

/** The context that the server passes to the page it renders; server/src/pages/site-pages.ts declares the same type. */
export interface Host {
  /** Nonce of the inline scripts and styles (content security policy); '' in development. */
  readonly nonce: string;
  /** Calls the API in the same process with the headers of the browser. */
  readonly api: typeof fetch;
  /** Allows a provider in the content security policy of this page. */
  allowCaptcha(provider: ThirdPartyCaptcha): void;
  /** Allows these origins to show this page in a frame. */
  allowFraming(origins: readonly string[]): void;
}

export const hostContext = createContext<Host>();
