import type { Calls } from './calls.gen.ts';

/**
 * Method and path of a call: `POST /v2/items/query`. The property `call` exists only for the compiler, to link a route
 * to its types.
 */
export type Route<Id extends keyof Calls> = string & { readonly call?: Id };
