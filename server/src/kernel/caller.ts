/**
 * Who makes the request, derived from the token or key. http/authenticate builds it; each slice's permissions.ts reads
 * it.
 */
export type Caller =
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'visitor'; readonly id: string; readonly appId: string }
  | { readonly kind: 'member'; readonly id: string; readonly sessionId: string; readonly appId: string | null }
  | { readonly kind: 'user'; readonly id: string; readonly role: SiteRole }
  | { readonly kind: 'app'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string; readonly accountId: string; readonly scopes: readonly string[] };

/** Roles of dashboard users. */
export type SiteRole = 'owner' | 'admin' | 'editor' | 'viewer';

/**
 * Returns the id that becomes the owner of what the caller creates (`_owner`, submitter); null for an unauthenticated
 * caller.
 */
export function callerIdOf(caller: Caller): string | null {
  return caller.kind === 'unauthenticated' ? null : caller.id;
}
