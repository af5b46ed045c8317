/** Scopes as the server's table of rights names its actions; `*` is every one of them. */
export const scopes: readonly { value: string; label: string }[] = [
  { value: 'collections:read', label: 'See collections' },
  { value: 'collections:manage', label: 'Make, change and delete collections' },
  { value: 'items:read', label: 'Read items' },
  { value: 'items:edit', label: 'Write items that editors may write' },
  { value: 'items:all', label: 'Write every item' },
  { value: 'forms:read', label: 'See forms' },
  { value: 'forms:manage', label: 'Make, change and delete forms' },
  { value: 'submissions:create', label: 'Submit forms' },
  { value: 'submissions:read', label: 'Read submissions' },
  { value: 'submissions:manage', label: 'Change and delete submissions' },
  { value: 'contacts:read', label: 'Read contacts' },
  { value: 'contacts:manage', label: 'Change and delete contacts' },
  { value: 'members:read', label: 'Read members' },
  { value: 'members:manage', label: 'Change and delete members' },
  { value: 'members:impersonate', label: 'Sign in as any member' },
];
