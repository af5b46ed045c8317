import type { Calls } from './calls.gen.ts';

/** Method and path of a call: `POST /v2/items/query`. Its type names the call, which never exists at run time. */
export type Route<Id extends keyof Calls> = string & { readonly call?: Id };
