import { createContext } from 'react';

/** The nonce of inline scripts and styles during server rendering; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
