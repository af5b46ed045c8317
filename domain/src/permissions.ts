/** The kinds of callers in the permission table. The kind of a dashboard user is the user's role. */
export type CallerKind =
  | 'unauthenticated'
  | 'visitor'
  | 'member'
  | 'owner'
  | 'admin'
  | 'editor'
  | 'viewer'
  | 'app'
  | 'key';

const EVERYONE = ['visitor', 'member', 'owner', 'admin', 'editor', 'viewer', 'app', 'key'] as const;
const STAFF = ['owner', 'admin', 'editor', 'viewer', 'app', 'key'] as const;
const EDITORS = ['owner', 'admin', 'editor', 'app', 'key'] as const;
const ADMINS = ['owner', 'admin', 'app', 'key'] as const;
const DASHBOARD_ADMINS = ['owner', 'admin'] as const;

/**
 * The permission table: it maps each permission to the kinds of callers that have it. An API key also needs a scope:
 * the permission itself, `<slice>:*`, or `*`. All permission checks of the server and the API reference read this
 * table. In the terms of the specification (section 3), `items:all` is ADMIN and PRIVILEGED, and `items:edit` is
 * CMS_EDITOR. A viewer reads what a CMS_EDITOR reads.
 */
export const permissionTable = {
  'site:read': ['owner', 'admin', 'editor', 'viewer'],
  'site:manage': DASHBOARD_ADMINS,
  /** Read OAuth apps without their secrets. An app may read itself. */
  'apps:read': STAFF,
  /** Change redirect lists and delete apps. A key cannot read a secret, so it cannot gain the rights of an app. */
  'apps:manage': ['owner', 'admin', 'key'],
  /** Create, delete and restore sites of the account. */
  'site:own': ['owner'],
  'members:read': STAFF,
  'members:manage': ADMINS,
  /** Issue member tokens without the member's password (sign-on, `authorized_client`). */
  'members:impersonate': ['key'],
  'collections:read': STAFF,
  'collections:manage': ADMINS,
  /** Read items whatever the collection's read level is. */
  'items:read': STAFF,
  /** Write items of collections whose level is CMS_EDITOR or a more open one. */
  'items:edit': EDITORS,
  /** Write items of any collection, set `_owner`, and truncate collections. */
  'items:all': ADMINS,
  'forms:read': EVERYONE,
  'forms:manage': EDITORS,
  'submissions:create': EVERYONE,
  'submissions:read': STAFF,
  'submissions:manage': EDITORS,
  'contacts:read': STAFF,
  'contacts:manage': EDITORS,
} as const satisfies Record<string, readonly CallerKind[]>;

export type Permission = keyof typeof permissionTable;
