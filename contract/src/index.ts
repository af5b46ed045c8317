/**
 * All endpoints, by slice. The server, OpenAPI, the SDK and the compatibility page are built from this list.
 */
import { contactsEndpoints } from './contacts.ts';
import { dataEndpoints } from './data.ts';
import type { Endpoint, Input, Output } from './endpoint.ts';
import { eventsEndpoints } from './events.ts';
import { formsEndpoints } from './forms/index.ts';
import { identityEndpoints } from './identity.ts';
import { mediaEndpoints } from './media.ts';
import { membersEndpoints } from './members.ts';
import { sitesEndpoints } from './sites.ts';

const bySlice = {
  ...sitesEndpoints,
  ...eventsEndpoints,
  ...mediaEndpoints,
  ...contactsEndpoints,
  ...identityEndpoints,
  ...membersEndpoints,
  ...dataEndpoints,
  ...formsEndpoints,
};

export const endpoints: readonly Endpoint[] = Object.values(bySlice);

type DeclaredEndpoint = (typeof bySlice)[keyof typeof bySlice];

/**
 * Types of every call by its id: `Calls['data.items.query']['body']`. A type-only export keeps the schemas out of
 * bundles.
 */
export type Calls = {
  [E in DeclaredEndpoint as E['id']]: { query: Input<E>['query']; body: Input<E>['body']; response: Output<E> };
};
