import { PorticoError } from '../error.ts';
import { browser, type FlowResponse, type WindowMessage } from './browser.ts';

/** How long a flow may take, in milliseconds (specification section 9). */
export const FLOW_TIMEOUT_MS = 120_000;
const CLOSED_POLL_MS = 100;
const MESSAGE_GRACE_MS = 300;

/**
 * A window counts as closed by the visitor only if at least this many polls have seen the server's page in it. Nobody
 * closes a window sooner, so before that the browser has only disconnected it from its opener.
 */
const MIN_SHOWN_POLLS = 2;

/**
 * Waits for the code that a page of the server posts at the end of a flow.
 * @param expected the window of that page, its URL and the state of the flow
 * @throws PorticoError FLOW_TIMED_OUT; POPUP_CLOSED if the visitor closes the window; POPUP_DISCONNECTED if the
 *   Cross-Origin-Opener-Policy of the page that opened the window disconnects it from that page
 */
export async function receiveCode(
  expected: {
    readonly url: string;
    readonly state: string;
    readonly source: () => { readonly closed?: boolean; readonly location?: { readonly href: string } } | null;
    readonly timeoutMs: number;
  },
  start: () => void,
): Promise<FlowResponse> {
  const { origin } = new URL(expected.url);
  let stop = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      const onMessage = (message: WindowMessage) => {
        // Threat: another window posts an attacker's code, which would sign the visitor in as somebody else.
        const isExpected = message.origin === origin && message.source === expected.source();
        if (isExpected && message.data?.state === expected.state) resolve(message.data);
      };
      const fail = (message: string, code: string) => () => reject(new PorticoError(message, { code }));
      const failDisconnected = fail(
        'The sign-in window was disconnected by Cross-Origin-Opener-Policy.',
        'POPUP_DISCONNECTED',
      );
      const failClosed = fail('The sign-in window was closed.', 'POPUP_CLOSED');
      const timer = setTimeout(fail('OAuth flow timed out', 'FLOW_TIMED_OUT'), expected.timeoutMs);
      let shownPolls = 0;
      const closedPoll = setInterval(() => {
        const source = expected.source();
        if (!source?.closed) {
          if (isForeign(source)) shownPolls += 1;
          return;
        }
        clearInterval(closedPoll);
        // Browsers also report a window as closed if Cross-Origin-Opener-Policy separates it from its opener.
        const isDisconnected = isForeign(source) && shownPolls < MIN_SHOWN_POLLS;
        // The message of a window that closes itself may arrive after the window is closed.
        setTimeout(isDisconnected ? failDisconnected : failClosed, MESSAGE_GRACE_MS);
      }, CLOSED_POLL_MS);
      stop = () => {
        clearTimeout(timer);
        clearInterval(closedPoll);
        browser.removeEventListener?.('message', onMessage);
      };
      browser.addEventListener?.('message', onMessage);
      start();
    });
  } finally {
    stop();
  }
}

/** Returns true if a window shows a page of another origin: its URL cannot be read, but that of a new window can. */
function isForeign(window: { readonly location?: { readonly href: string } } | null): boolean {
  try {
    String(window?.location?.href);
    return false;
  } catch {
    return true;
  }
}
