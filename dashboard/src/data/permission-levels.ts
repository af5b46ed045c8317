import type { CollectionRole, ItemOperation } from '@portico/domain/data';

/** Titles of the roles that a permission allows, the most restricted first. */
export const roleTitles: Readonly<Record<CollectionRole, string>> = {
  ADMIN: 'Only your team',
  SITE_MEMBER_AUTHOR: 'The member who created the item',
  SITE_MEMBER: 'Any member',
  ANYONE: 'Everybody',
};

export const operationTitles: Readonly<Record<ItemOperation, string>> = {
  read: 'Who can read items',
  insert: 'Who can add items',
  update: 'Who can change items',
  remove: 'Who can remove items',
};

export type Permissions = Record<ItemOperation, CollectionRole>;

/** Permissions for common kinds of collections. */
export const presets: readonly { value: string; label: string; description: string; permissions: Permissions }[] = [
  {
    value: 'content',
    label: 'Site content',
    description: 'Everybody can read items. Only your team can change them.',
    permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  },
  {
    value: 'community',
    label: 'Members’ contributions',
    description: 'Everybody can read items. Members can add items and change their own.',
    permissions: {
      read: 'ANYONE',
      insert: 'SITE_MEMBER',
      update: 'SITE_MEMBER_AUTHOR',
      remove: 'SITE_MEMBER_AUTHOR',
    },
  },
  {
    value: 'personal',
    label: 'Members’ own data',
    description: 'Members can see and change only their own items.',
    permissions: {
      read: 'SITE_MEMBER_AUTHOR',
      insert: 'SITE_MEMBER',
      update: 'SITE_MEMBER_AUTHOR',
      remove: 'SITE_MEMBER_AUTHOR',
    },
  },
  {
    value: 'private',
    label: 'Private',
    description: 'Only your team can read and change items.',
    permissions: { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  },
];
