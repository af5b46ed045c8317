/** Tags of forms and submissions: short texts that the owner's application gives a meaning. Pure. */
import { AppError } from '../kernel/app-error.ts';

interface TagList {
  tagIds?: string[];
}
export interface Tags {
  tags?: TagList;
  privateTags?: TagList;
}
export interface AssignedTags {
  readonly assignTags?: Tags;
  readonly unassignTags?: Tags;
}

const KINDS = ['tags', 'privateTags'] as const;
const MOST = 100;

/** @throws AppError EMPTY_ASSIGN_AND_UNASSIGN_LISTS */
export function requireSomeTags({ assignTags, unassignTags }: AssignedTags): void {
  const named = [assignTags, unassignTags].some((tags) => KINDS.some((kind) => tags?.[kind]?.tagIds?.length));
  if (!named) throw new AppError('EMPTY_ASSIGN_AND_UNASSIGN_LISTS');
}

/** The tags after the change; a tag that is both assigned and taken away is gone. At most a hundred are kept of a kind. */
export function changedTags(now: Tags | null | undefined, { assignTags, unassignTags }: AssignedTags): Tags {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const gone = new Set(unassignTags?.[kind]?.tagIds);
      const all = new Set([...(now?.[kind]?.tagIds ?? []), ...(assignTags?.[kind]?.tagIds ?? [])]);
      const tagIds = [...all].filter((id) => !gone.has(id)).slice(0, MOST);
      return tagIds.length > 0 || now?.[kind] ? [[kind, { tagIds }]] : [];
    }),
  );
}
