import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Submission } from '../queries.ts';
import { runAction, tagAction } from '../submission-actions.ts';
import { TAG_LENGTH, toTaggedSubmission } from '../tags.ts';

/** Edits the tags of one submission. Each change is saved immediately. */
export function TagField({ submission }: { submission: Submission }) {
  const taggedSubmission = toTaggedSubmission(submission);
  const saved = taggedSubmission.tags.join('\n');
  const [tags, setTags] = useState<string[]>([...taggedSubmission.tags]);
  // Shows the stored tags again after they were saved here or changed elsewhere.
  useEffect(() => setTags(saved === '' ? [] : saved.split('\n')), [saved]);
  const save = useMutation({
    mutationFn: (next: string[]) => {
      const added = next.filter((tag) => !taggedSubmission.tags.includes(tag));
      const removed = taggedSubmission.tags.filter((tag) => !next.includes(tag));
      return runAction(tagAction([taggedSubmission], added, removed), [taggedSubmission]);
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
