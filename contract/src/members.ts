/** The members API, member roles, and the older site-member calls (identity contract sections 6.2 and 6.3). */
import { authenticationEndpoints } from './members/authentication.ts';
import { memberEndpoints } from './members/members.ts';
import { roleEndpoints } from './members/roles.ts';

export * from './members/schemas.ts';
export const membersEndpoints = { ...memberEndpoints, ...roleEndpoints, ...authenticationEndpoints };
