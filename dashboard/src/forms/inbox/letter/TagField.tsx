import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { run, tagging } from '../acts.ts';
import type { Submission } from '../queries.ts';
import { TAG_LENGTH, taggedOf } from '../tags.ts';

/** The tags of one submission; each change is saved at once. */
export function TagField({ submission }: { submission: Submission }) {
  const tagged = taggedOf(submission);
  const saved = tagged.tags.join('\n');
  const [tags, setTags] = useState<string[]>([...tagged.tags]);
  // what was saved, or changed elsewhere, is what stands here
  useEffect(() => setTags(saved === '' ? [] : saved.split('\n')), [saved]);
  const save = useMutation({
    mutationFn: (next: string[]) => {
      const given = next.filter((tag) => !tagged.tags.includes(tag));
      const taken = tagged.tags.filter((tag) => !next.includes(tag));
      return run(tagging([tagged], given, taken), [tagged]);
    },
  });
  return (
    <TagsInput
      label="Tags"
      placeholder={tags.length === 0 ? 'Enter one after the other' : ''}
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
