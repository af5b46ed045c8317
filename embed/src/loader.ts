/**
 * embed.js: registers the elements and loads the chunk of each when a page shows one. It also fits the frames of forms to
 * their content. Its build is a classic script (see vite.config.ts), so it must not import any module statically.
 */
import type { EmbedContext, Mount } from './embed.ts';

interface Definition {
  readonly attributes: readonly string[];
  /** Path of the element's data; '' if it needs none. */
  path(host: HTMLElement): string;
  chunk(): Promise<{ readonly mount: Mount }>;
}

const { src } = document.currentScript as HTMLScriptElement;
const server = new URL(src).origin;

const DEFINITIONS: Readonly<Record<string, Definition>> = {
  'portico-form': {
    attributes: ['form', 'lang'],
    path: (host) => dataPath(host, 'forms', 'form', []),
    chunk: () => import('./form/mount.tsx'),
  },
  'portico-collection': {
    attributes: ['collection', 'fields', 'sort', 'limit', 'layout', 'lang'],
    path: (host) => dataPath(host, 'collections', 'collection', ['fields', 'sort', 'limit']),
    chunk: () => import('./collection/mount.tsx'),
  },
  'portico-sign-in': {
    attributes: ['client-id', 'redirect-uri', 'mode', 'lang'],
    path: () => '',
    chunk: () => import('./sign-in/mount.tsx'),
  },
};

/** Returns the path of the data of an element, with some of its attributes as parameters. */
function dataPath(host: HTMLElement, kind: string, idAttribute: string, attributes: readonly string[]): string {
  const parameters = new URLSearchParams();
  for (const name of attributes) {
    const value = host.getAttribute(name);
    if (value !== null) parameters.set(name, value);
  }
  const language = languageOf(host);
  if (language) parameters.set('lang', language);
  return `/embed-data/${kind}/${encodeURIComponent(host.getAttribute(idAttribute) ?? '')}?${parameters}`;
}

/**
 * Returns the language of the page around the element, or '' if the page declares none. For '', the server uses the
 * language of the browser.
 */
const languageOf = (host: Element): string => host.closest('[lang]')?.getAttribute('lang') ?? '';

async function load<T>(path: string): Promise<T> {
  const response = await fetch(server + path, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${response.status} for ${server}${path}`);
  return (await response.json()) as T;
}

/** The message for an element that cannot be shown. The texts of the server may not have been loaded in that case. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  en: 'This content is not available at the moment.',
  de: 'Dieser Inhalt ist im Augenblick nicht verfügbar.',
  he: 'התוכן אינו זמין כרגע.',
};

for (const [name, definition] of Object.entries(DEFINITIONS)) {
  // A page may contain the script several times.
  if (!customElements.get(name)) customElements.define(name, elementClassOf(name, definition));
}

function elementClassOf(name: string, { attributes, path, chunk }: Definition): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes;
    #unmount: (() => void) | undefined;
    /** Number of the latest attempt to show the element. Earlier attempts that still load must have no effect. */
    #attempt = 0;

    connectedCallback(): void {
      void this.#show();
    }

    disconnectedCallback(): void {
      this.#hide();
    }

    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (!this.shadowRoot || !this.isConnected || before === after) return;
      this.#hide();
      void this.#show();
    }

    #hide(): void {
      this.#attempt += 1;
      this.#unmount?.();
      this.#unmount = undefined;
    }

    async #show(): Promise<void> {
      this.#attempt += 1;
      const attempt = this.#attempt;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      // Until the element's content is shown, the page shows the content between its tags, for example a link.
      root.replaceChildren(document.createElement('slot'));
      const context: EmbedContext = { host: this, root, server, load };
      try {
        const dataPath = path(this);
        const [{ mount }, data] = await Promise.all([chunk(), dataPath === '' ? null : load(dataPath)]);
        if (attempt !== this.#attempt) return;
        const unmount = await mount(context, data, dataPath);
        if (attempt === this.#attempt) this.#unmount = unmount;
        else unmount();
      } catch (error) {
        console.error(`<${name}> cannot be shown.`, error);
        if (attempt !== this.#attempt) return;
        const message = document.createElement('p');
        message.setAttribute('role', 'alert');
        message.textContent = UNAVAILABLE[languageOf(this).slice(0, 2).toLowerCase()] ?? (UNAVAILABLE.en as string);
        root.replaceChildren(message, document.createElement('slot'));
      }
    }
  };
}

/** Sets the height of form frames to the height that their pages report. */
addEventListener('message', ({ origin, source, data }: MessageEvent) => {
  // Threat: another frame of the page could send the message.
  if (origin !== server || (data as { type?: unknown } | null)?.type !== 'portico-height') return;
  const height = Number((data as { height?: unknown }).height);
  if (!(height > 0 && height < 20_000)) return;
  for (const frame of allFrames()) if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
});

function allFrames(): HTMLIFrameElement[] {
  const roots = [document, ...[...document.querySelectorAll('portico-form')].flatMap((host) => host.shadowRoot ?? [])];
  return roots.flatMap((root) => [...root.querySelectorAll('iframe')]);
}
