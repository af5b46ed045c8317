import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { PorticoError } from './error.ts';
import { identityMembersGetCurrent, identityMembersUpdate } from './routes.gen.ts';

export type Member = Calls['identity.members.getCurrent']['response']['member'];
export type MemberChanges = Calls['identity.members.update']['body']['member'];

/** Members of the site: `client.members`. */
export interface MembersClient {
  /** Returns the signed-in member with all properties visible to that member, or null for an anonymous visitor. */
  getCurrentMember(): Promise<Member | null>;
  /** Changes the signed-in member, whose id is `memberId`. Omitted properties stay unchanged. */
  updateMember(memberId: string, changes: MemberChanges): Promise<Member>;
}

export function createMembersClient(call: Call): MembersClient {
  return {
    async getCurrentMember() {
      try {
        return (await call(identityMembersGetCurrent, { query: { fieldsets: ['FULL'] } })).member;
      } catch (error) {
        // These statuses mean that no member is signed in (identity contract section 6.2).
        if (error instanceof PorticoError && [401, 403, 404].includes(error.status)) return null;
        throw error;
      }
    },
    async updateMember(memberId, changes) {
      const member = { ...changes, id: memberId };
      return (await call(identityMembersUpdate, { body: { member } })).member;
    },
  };
}
