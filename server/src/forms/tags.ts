/** Tags of forms and submissions: short texts whose meaning the owner's application defines. */
import { AppError } from '../kernel/app-error.ts';

interface TagList {
  tagIds?: string[];
}
export interface Tags {
  tags?: TagList;
  privateTags?: TagList;
}
export interface TagChange {
  readonly assignTags?: Tags;
  readonly unassignTags?: Tags;
}

const KINDS = ['tags', 'privateTags'] as const;
const MAX_TAGS = 100;

/** @throws AppError EMPTY_ASSIGN_AND_UNASSIGN_LISTS */
export function requireSomeTags({ assignTags, unassignTags }: TagChange): void {
  const hasTags = [assignTags, unassignTags].some((tags) => KINDS.some((kind) => tags?.[kind]?.tagIds?.length));
  if (!hasTags) throw new AppError('EMPTY_ASSIGN_AND_UNASSIGN_LISTS');
}

/**
 * Returns the tags after a change. A tag that is both assigned and unassigned is removed, and at most a hundred tags
 * per kind remain.
 */
export function applyTagChange(currentTags: Tags | null | undefined, { assignTags, unassignTags }: TagChange): Tags {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const unassigned = new Set(unassignTags?.[kind]?.tagIds);
      const all = new Set([...(currentTags?.[kind]?.tagIds ?? []), ...(assignTags?.[kind]?.tagIds ?? [])]);
      const tagIds = [...all].filter((id) => !unassigned.has(id)).slice(0, MAX_TAGS);
      return tagIds.length > 0 || currentTags?.[kind] ? [[kind, { tagIds }]] : [];
    }),
  );
}
