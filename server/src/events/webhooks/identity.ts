import type { Caller } from '../../kernel/caller.ts';
import { isGuid } from '../../kernel/ids.ts';

/** The identity that caused an event, as in the vendor's envelope (forms contract section 9). */
export type EventIdentity =
  | { readonly identityType: 'ANONYMOUS_VISITOR'; readonly anonymousVisitorId: string }
  | { readonly identityType: 'MEMBER'; readonly memberId: string }
  | { readonly identityType: 'WIX_USER'; readonly wixUserId?: string }
  | { readonly identityType: 'APP'; readonly appId: string }
  | { readonly identityType: 'UNKNOWN' };

/**
 * Returns the identity of the caller. An API key has the identity of an app. The installation itself has no identity.
 */
export function identityOf(caller: Caller): EventIdentity {
  switch (caller.kind) {
    case 'visitor':
      return { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: caller.id };
    case 'member':
      return { identityType: 'MEMBER', memberId: caller.id };
    case 'user':
      return isGuid(caller.id) ? { identityType: 'WIX_USER', wixUserId: caller.id } : { identityType: 'WIX_USER' };
    case 'app':
    case 'key':
      return { identityType: 'APP', appId: caller.id };
    case 'unauthenticated':
      return { identityType: 'UNKNOWN' };
  }
}
