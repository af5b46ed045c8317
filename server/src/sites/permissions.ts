import type { Caller } from '../kernel/caller.ts';

/** The kinds of callers in the permission table. A site user counts by role. */
export type CallerKind = 'nobody' | 'visitor' | 'member' | 'owner' | 'admin' | 'editor' | 'viewer' | 'app' | 'key';

const EVERYONE = ['visitor', 'member', 'owner', 'admin', 'editor', 'viewer', 'app', 'key'] as const;
const STAFF = ['owner', 'admin', 'editor', 'viewer', 'app', 'key'] as const;
const EDITORS = ['owner', 'admin', 'editor', 'app', 'key'] as const;
const ADMINS = ['owner', 'admin', 'app', 'key'] as const;
const PEOPLE_IN_CHARGE = ['owner', 'admin'] as const;

/**
 * The permission table: action → who may. An API key also needs a scope: the action itself, `<slice>:*`, or `*`. Every
 * permission check reads this table. In the specification's terms (section 3), `items:all` is ADMIN and PRIVILEGED,
 * `items:edit` is CMS_EDITOR; a viewer reads what a CMS_EDITOR reads.
 */
export const permissionTable = {
  'site:read': ['owner', 'admin', 'editor', 'viewer'],
  'site:manage': PEOPLE_IN_CHARGE,
  /** see OAuth apps without their secrets; an app may read itself */
  'apps:read': STAFF,
  /** change redirect lists and delete apps; a key cannot see a secret, so it cannot gain the rights of an app */
  'apps:manage': ['owner', 'admin', 'key'],
  /** create, delete and restore sites of the account */
  'site:own': ['owner'],
  'members:read': STAFF,
  'members:manage': ADMINS,
  /** issue member tokens without the member's password: sign-on, authorized_client */
  'members:impersonate': ['key'],
  'collections:read': STAFF,
  'collections:manage': ADMINS,
  /** read rows whatever the collection's read level is */
  'items:read': STAFF,
  /** write rows of collections whose level is CMS_EDITOR or lower */
  'items:edit': EDITORS,
  /** write rows of any collection, set `_owner`, truncate */
  'items:all': ADMINS,
  'forms:read': EVERYONE,
  'forms:manage': EDITORS,
  'submissions:create': EVERYONE,
  'submissions:read': STAFF,
  'submissions:manage': EDITORS,
  'contacts:read': STAFF,
  'contacts:manage': EDITORS,
} as const satisfies Record<string, readonly CallerKind[]>;

export type Action = keyof typeof permissionTable;

const keyActions = Object.entries<readonly CallerKind[]>(permissionTable).flatMap(([action, kinds]) =>
  kinds.includes('key') ? [action] : [],
);

/** The scopes that an API key can use: `*`, a slice's `<slice>:*`, or an action that the table gives to keys. */
export const keyScopes: readonly string[] = [
  ...new Set(['*', ...keyActions, ...keyActions.map((action) => `${action.split(':')[0]}:*`)]),
];

/** True if the table allows the caller the action. Pure: rows and fields are up to the slice's own permissions.ts. */
export function may(caller: Caller, action: Action): boolean {
  const allowed: readonly CallerKind[] = permissionTable[action];
  if (!allowed.includes(callerKind(caller))) return false;
  return caller.kind !== 'key' || coversScope(caller.scopes, action);
}

export const callerKind = (caller: Caller): CallerKind => (caller.kind === 'user' ? caller.role : caller.kind);

function coversScope(scopes: readonly string[], action: Action): boolean {
  const slice = action.slice(0, action.indexOf(':'));
  return scopes.includes('*') || scopes.includes(`${slice}:*`) || scopes.includes(action);
}
