/** Third-party captchas. The documented scripts and calls of the three differ only in names. */
import type { ThirdPartyCaptcha } from '../../host.ts';

interface RenderOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly size?: 'invisible' | 'normal';
  /** Turnstile only: when the widget is shown. */
  readonly appearance?: 'interaction-only';
  readonly execution?: 'execute';
  callback(token: string): void;
  'expired-callback'(): void;
}

export interface CaptchaApi {
  render(element: HTMLElement, options: RenderOptions): string | number;
  execute(widget: string | number): unknown;
  reset(widget: string | number): void;
}

interface Provider {
  /** Returns the URL of the script, which calls the global function `onload` when it is ready. */
  script(onload: string, language: string): string;
  /** The name of the global object of the API. */
  readonly global: string;
}

const PROVIDERS: Readonly<Record<ThirdPartyCaptcha, Provider>> = {
  RECAPTCHA: {
    script: (onload, language) =>
      `https://www.google.com/recaptcha/api.js?${new URLSearchParams({ onload, render: 'explicit', hl: language === 'he' ? 'iw' : language })}`,
    global: 'grecaptcha',
  },
  HCAPTCHA: {
    script: (onload, language) =>
      `https://js.hcaptcha.com/1/api.js?${new URLSearchParams({ onload, render: 'explicit', hl: language })}`,
    global: 'hcaptcha',
  },
  TURNSTILE: {
    script: (onload) =>
      `https://challenges.cloudflare.com/turnstile/v0/api.js?${new URLSearchParams({ onload, render: 'explicit' })}`,
    global: 'turnstile',
  },
};

const READY_CALLBACK = 'porticoCaptchaReady';

/** Loads the script of the provider once per page. Rejects if it cannot be reached. */
export function loadProvider(provider: ThirdPartyCaptcha, language: string): Promise<CaptchaApi> {
  const { script, global } = PROVIDERS[provider];
  const page = globalThis as unknown as Record<string, unknown>;
  if (page[global]) return Promise.resolve(page[global] as CaptchaApi);
  return new Promise((resolve, reject) => {
    page[READY_CALLBACK] = () => resolve(page[global] as CaptchaApi);
    const element = document.createElement('script');
    element.src = script(READY_CALLBACK, language);
    element.async = true;
    element.onerror = () => reject(new Error(`The captcha provider ${provider} cannot be reached.`));
    document.head.append(element);
  });
}

/** Returns the options of a widget. An invisible one runs only when it is executed. */
export function renderOptions(provider: ThirdPartyCaptcha, siteKey: string, invisible: boolean) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const executeOptions = provider === 'TURNSTILE' ? turnstileExecuteOptions : { size: 'invisible' as const };
  return { sitekey: siteKey, theme, ...(invisible ? executeOptions : {}) } as const;
}

const turnstileExecuteOptions = { appearance: 'interaction-only', execution: 'execute' } as const;
