import type { AccessLevel, ItemOperation } from '@portico/domain/data';
import type { DataPermissions, SpecialPermissions } from './queries.ts';

export const accessTitles: Readonly<Record<AccessLevel, string>> = {
  ANYONE: 'Everybody',
  SITE_MEMBER: 'Any member',
  SITE_MEMBER_AUTHOR: 'The member who created the item',
  CMS_EDITOR: 'Your team',
  PRIVILEGED: 'Owners and admins',
};

/** Verbs for the rights of one member. */
export const operationVerbs = { read: 'read', insert: 'add', update: 'change', remove: 'remove' } as const;

type LevelName = 'itemRead' | 'itemInsert' | 'itemUpdate' | 'itemRemove';

/** The names of the operations on the wire. */
export const wireNames: Readonly<Record<ItemOperation, LevelName>> = {
  read: 'itemRead',
  insert: 'itemInsert',
  update: 'itemUpdate',
  remove: 'itemRemove',
};

type Levels = Record<ItemOperation, AccessLevel>;

export const levelsOf = (permissions: DataPermissions): Levels => ({
  read: permissions.itemRead ?? 'SITE_MEMBER_AUTHOR',
  insert: permissions.itemInsert ?? 'CMS_EDITOR',
  update: permissions.itemUpdate ?? 'CMS_EDITOR',
  remove: permissions.itemRemove ?? 'CMS_EDITOR',
});

export const allowedOperationsOf = (special: SpecialPermissions | null): Record<ItemOperation, boolean> => ({
  read: special?.itemRead === 'ALLOWED',
  insert: special?.itemInsert === 'ALLOWED',
  update: special?.itemUpdate === 'ALLOWED',
  remove: special?.itemRemove === 'ALLOWED',
});

/** Returns the rights of one member in the format of the wire. */
export function grantsOf(allowedOperations: Record<ItemOperation, boolean>) {
  const grant = (operation: ItemOperation) =>
    allowedOperations[operation] ? ('ALLOWED' as const) : ('UNSPECIFIED' as const);
  return {
    itemRead: grant('read'),
    itemInsert: grant('insert'),
    itemUpdate: grant('update'),
    itemRemove: grant('remove'),
  };
}
