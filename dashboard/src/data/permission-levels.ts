import type { CollectionRole, ItemOperation } from '@portico/domain/data';

/** Who a permission of a collection is open to, from closed to open. */
export const roleTitles: Readonly<Record<CollectionRole, string>> = {
  ADMIN: 'Only people of the site',
  SITE_MEMBER_AUTHOR: 'The member who made the item',
  SITE_MEMBER: 'Any member',
  ANYONE: 'Everybody',
};

export const operationTitles: Readonly<Record<ItemOperation, string>> = {
  read: 'Who reads items',
  insert: 'Who adds items',
  update: 'Who changes items',
  remove: 'Who removes items',
};

export type Permissions = Record<ItemOperation, CollectionRole>;

/** Ways most collections are used. */
export const presets: readonly { value: string; label: string; description: string; permissions: Permissions }[] = [
  {
    value: 'content',
    label: 'Site content',
    description: 'Everybody reads, people of the site write.',
    permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  },
  {
    value: 'community',
    label: 'Members’ contributions',
    description: 'Everybody reads, members add and look after their own items.',
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
    description: 'Members see and change only their own items.',
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
    description: 'Only people of the site read and write.',
    permissions: { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  },
];
