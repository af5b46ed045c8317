import { createContext } from 'react-router';

/** What the server that renders a page tells it; server/src/rooms/site-room.ts has the same shape. */
export interface Host {
  /** of the page's inline scripts (content security policy); '' while developing */
  readonly nonce: string;
  /** calls the API in the server's process, as the browser that asked for the page */
  readonly api: typeof fetch;
}

export const hostContext = createContext<Host>();
