import type { SubmissionRef } from './batches.ts';
import type { Submission } from './queries.ts';

/** The maximum length of a tag. */
export const TAG_LENGTH = 100;

/** A reference to a submission, with the tags of the submission. */
export interface TaggedSubmission extends SubmissionRef {
  readonly tags: readonly string[];
}

export const toTaggedSubmission = ({ id, formId, tags }: Submission): TaggedSubmission => ({
  id,
  formId,
  tags: tags?.tags?.tagIds ?? [],
});

/** Returns the distinct tags of the submissions in alphabetical order. */
export const tagsOf = (list: readonly Pick<TaggedSubmission, 'tags'>[]): string[] =>
  [...new Set(list.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));

/**
 * Returns the changes that undo a change of tags. A tag is removed only from submissions that did not have it before
 * the change, and assigned only to submissions that had it.
 */
export function invertTagChanges(
  before: readonly TaggedSubmission[],
  added: readonly string[],
  removed: readonly string[],
): readonly { readonly tag: string; readonly assign: boolean; readonly ids: ReadonlySet<string> }[] {
  const idsWhere = (matches: (tags: readonly string[]) => boolean) =>
    new Set(before.filter(({ tags }) => matches(tags)).map(({ id }) => id));
  return [
    ...added.map((tag) => ({ tag, assign: false, ids: idsWhere((tags) => !tags.includes(tag)) })),
    ...removed.map((tag) => ({ tag, assign: true, ids: idsWhere((tags) => tags.includes(tag)) })),
  ].filter(({ ids }) => ids.size > 0);
}
