import { createContext } from 'react';

/** Nonce of the page's inline scripts and styles while a server renders it; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
