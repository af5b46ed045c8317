/**
 * The parts of a browser that are used here. Declaring them avoids the browser's types, which would apply to every
 * package that imports this one.
 */
export interface Frame {
  src: string;
  readonly style: { display: string };
  readonly contentWindow: Record<never, never> | null;
  onload: (() => void) | null;
  remove(): void;
}

interface Popup {
  readonly closed: boolean;
  readonly location: { href: string };
  close(): void;
}

/** The message that the authorize endpoint posts with the response mode `web_message`. */
export interface FlowResponse {
  readonly code?: string;
  readonly state?: string;
  readonly error?: string;
}

export interface WindowMessage {
  readonly origin: string;
  readonly source: unknown;
  readonly data?: FlowResponse | null;
}

/** A BroadcastChannel. */
export interface Channel {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

interface Browser {
  readonly BroadcastChannel?: new (name: string) => Channel;
  readonly document?: {
    cookie: string;
    createElement(name: 'iframe'): Frame;
    readonly body: { append(frame: Frame): void };
  };
  readonly location?: { readonly href: string; readonly protocol: string; assign(url: string): void };
  readonly localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  open?(url: string, target: string, features: string): Popup | null;
  addEventListener?(name: 'message', listener: (event: WindowMessage) => void): void;
  addEventListener?(name: 'storage', listener: (event: { readonly key: string | null }) => void): void;
  removeEventListener?(name: string, listener: (event: never) => void): void;
}

/** The global object. Read its properties when they are needed: `localStorage` throws where it is blocked. */
export const browser = globalThis as unknown as Browser;

/** Creates an invisible frame. */
export function hiddenFrame(url: string): Frame {
  const frame = requireDocument().createElement('iframe');
  frame.style.display = 'none';
  frame.src = url;
  return frame;
}

/** @throws Error outside a browser */
export function requireDocument(): NonNullable<Browser['document']> {
  if (!browser.document) throw new Error('This call needs a page.');
  return browser.document;
}
