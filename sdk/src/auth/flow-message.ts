import { PorticoError } from '../error.ts';
import { browser, type FlowResponse, type WindowMessage } from './browser.ts';

/** How long a flow may take, in milliseconds (specification section 9). */
export const FLOW_TIMEOUT_MS = 120_000;
const CLOSED_POLL_MS = 300;

/**
 * Waits for the code that a page of the server posts at the end of a flow.
 * @param expected the window of that page, its URL and the state of the flow
 * @throws PorticoError FLOW_TIMED_OUT; POPUP_CLOSED if the visitor closes the window
 */
export async function receiveCode(
  expected: {
    readonly url: string;
    readonly state: string;
    readonly source: () => { readonly closed?: boolean } | null;
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
      const timer = setTimeout(fail('OAuth flow timed out', 'FLOW_TIMED_OUT'), expected.timeoutMs);
      const closed = setInterval(() => {
        // The message of a window that closes itself may arrive after the window is closed.
        if (expected.source()?.closed)
          setTimeout(fail('The sign-in window was closed.', 'POPUP_CLOSED'), CLOSED_POLL_MS);
      }, CLOSED_POLL_MS);
      stop = () => {
        clearTimeout(timer);
        clearInterval(closed);
        browser.removeEventListener?.('message', onMessage);
      };
      browser.addEventListener?.('message', onMessage);
      start();
    });
  } finally {
    stop();
  }
}
