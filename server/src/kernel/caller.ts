/** Who makes the request, as the token or key says; built by http/authenticate, read by each slice's permissions.ts. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'visitor'; readonly id: string; readonly appId: string }
  | { readonly kind: 'member'; readonly id: string; readonly sessionId: string; readonly appId: string | null }
  | { readonly kind: 'user'; readonly id: string; readonly role: SiteRole }
  | { readonly kind: 'app'; readonly id: string }
  | { readonly kind: 'key'; readonly id: string; readonly accountId: string; readonly scopes: readonly string[] };

/** Roles of the people who work in the dashboard. */
export type SiteRole = 'owner' | 'admin' | 'editor' | 'viewer';

/** The id that owns what the caller makes (`_owner`, submitter); null for nobody. */
export function callerId(caller: Caller): string | null {
  return caller.kind === 'nobody' ? null : caller.id;
}
