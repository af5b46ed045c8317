import type { Ref } from './batches.ts';
import type { Submission } from './queries.ts';

/** longest tag */
export const TAG_LENGTH = 100;

/** A submission as far as tagging needs it. */
export interface Tagged extends Ref {
  readonly tags: readonly string[];
}

export const taggedOf = ({ id, formId, tags }: Submission): Tagged => ({ id, formId, tags: tags?.tags?.tagIds ?? [] });

/** Every tag of the list, once, in the order of the alphabet. */
export const tagsOf = (list: readonly Pick<Tagged, 'tags'>[]): string[] =>
  [...new Set(list.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b));

/** Who gets back what when a change of tags is undone: the tag was not on all, or not on none, before. */
export function undoneTags(
  before: readonly Tagged[],
  given: readonly string[],
  taken: readonly string[],
): readonly { readonly tag: string; readonly assign: boolean; readonly ids: ReadonlySet<string> }[] {
  const ids = (holds: (tags: readonly string[]) => boolean) =>
    new Set(before.filter(({ tags }) => holds(tags)).map(({ id }) => id));
  return [
    ...given.map((tag) => ({ tag, assign: false, ids: ids((tags) => !tags.includes(tag)) })),
    ...taken.map((tag) => ({ tag, assign: true, ids: ids((tags) => tags.includes(tag)) })),
  ].filter((one) => one.ids.size > 0);
}
