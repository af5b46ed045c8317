import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Submission } from '../queries.ts';
import { runAction, tagAction } from '../submission-actions.ts';
import { TAG_LENGTH, taggedOf } from '../tags.ts';

/** Edits the tags of one submission. Each change is saved immediately. */
export function TagField({ submission }: { submission: Submission }) {
  const tagIds = taggedOf(submission);
  const saved = tagIds.tags.join('\n');
  const [tags, setTags] = useState<string[]>([...tagIds.tags]);
  // Shows the saved tags after a save or a change elsewhere.
  useEffect(() => setTags(saved === '' ? [] : saved.split('\n')), [saved]);
  const save = useMutation({
    mutationFn: (next: string[]) => {
      const added = next.filter((tag) => !tagIds.tags.includes(tag));
      const removed = tagIds.tags.filter((tag) => !next.includes(tag));
      return runAction(tagAction([tagIds], added, removed), [tagIds]);
    },
  });
  return (
    <TagsInput
      label="Tags"
      placeholder={tags.length === 0 ? 'Type a tag and press Enter' : ''}
      maxTags={100}
      maxLength={TAG_LENGTH}
      disabled={save.isPending}
      value={tags}
      onChange={(next) => {
        setTags(next);
        save.mutate(next);
      }}
    />
  );
}
