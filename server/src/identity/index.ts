/** What the rest of the server may use of identity. */
export { createSessionWatch } from './sessions/session-watch.ts';
export { createMember } from './sign-in/create-member.ts';
