/** Captchas of outside services, by the script and the calls that each documents; the three are alike but for names. */
import type { OutsideCaptcha } from '../../host.ts';

interface RenderOptions {
  readonly sitekey: string;
  readonly theme: 'light' | 'dark';
  readonly size?: 'invisible' | 'normal';
  /** Turnstile: when the widget shows itself */
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
  /** address of the script, which calls the function of that name once it is ready */
  script(onload: string, language: string): string;
  /** name of the API among the page's globals */
  readonly global: string;
}

const PROVIDERS: Readonly<Record<OutsideCaptcha, Provider>> = {
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

const READY = 'porticoCaptchaReady';

/** Loads the provider's script, once a page. Rejects where it cannot be reached. */
export function loadProvider(provider: OutsideCaptcha, language: string): Promise<CaptchaApi> {
  const { script, global } = PROVIDERS[provider];
  const page = globalThis as unknown as Record<string, unknown>;
  if (page[global]) return Promise.resolve(page[global] as CaptchaApi);
  return new Promise((resolve, reject) => {
    page[READY] = () => resolve(page[global] as CaptchaApi);
    const element = document.createElement('script');
    element.src = script(READY, language);
    element.async = true;
    element.onerror = () => reject(new Error(`${provider} cannot be reached`));
    document.head.append(element);
  });
}

/** What a widget is shown with; an invisible one waits until it is asked to run. */
export function renderOptions(provider: OutsideCaptcha, siteKey: string, invisible: boolean) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const waits = provider === 'TURNSTILE' ? turnstileWaits : { size: 'invisible' as const };
  return { sitekey: siteKey, theme, ...(invisible ? waits : {}) } as const;
}

const turnstileWaits = { appearance: 'interaction-only', execution: 'execute' } as const;
