import { createContext } from 'react-router';

/** A captcha of somebody else, whose scripts and frames a page must be allowed to load. */
export type OutsideCaptcha = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

/** What the server that renders a page tells it; server/src/pages/site-pages.ts has the same shape. */
export interface Host {
  /** of the page's inline scripts and styles (content security policy); '' while developing */
  readonly nonce: string;
  /** calls the API in the server's process, as the browser that asked for the page */
  readonly api: typeof fetch;
  /** the content security policy of this one page lets the provider in */
  allowCaptcha(provider: OutsideCaptcha): void;
}

export const hostContext = createContext<Host>();
