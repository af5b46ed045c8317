import { Modal, Stack, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { useOpenAfterMount } from '../../ui/dialog-focus.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TAG_LENGTH, type TaggedSubmission, tagsOf } from './tags.ts';

interface TagModalProps {
  /** The selected submissions on this page. `total` may include submissions of other pages, whose tags are unknown. */
  selected: readonly TaggedSubmission[];
  total: number;
  onClose: () => void;
  onChange: (added: readonly string[], removed: readonly string[]) => void;
}

/** Selects the tags to add to the selected submissions, and the tags to remove from them. */
export function TagModal({ selected, total, onClose, onChange }: TagModalProps) {
  const [addedTags, setAddedTags] = useState<string[]>([]);
  const [removedTags, setRemovedTags] = useState<string[]>([]);
  const knownTags = tagsOf(selected);
  return (
    <Modal
      opened={useOpenAfterMount(true)}
      onClose={onClose}
      title={total === 1 ? 'Tags of one submission' : `Tags of ${formatNumber(total)} submissions`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (addedTags.length + removedTags.length > 0) onChange(addedTags, removedTags);
        }}
      >
        <Stack>
          <TagsInput
            label="Add"
            description="Type a tag and press Enter"
            data={knownTags}
            maxTags={20}
            comboboxProps={{ withinPortal: false }}
            maxLength={TAG_LENGTH}
            value={addedTags}
            onChange={setAddedTags}
            data-autofocus
          />
          <TagsInput
            label="Remove"
            data={knownTags}
            maxTags={20}
            comboboxProps={{ withinPortal: false }}
            maxLength={TAG_LENGTH}
            value={removedTags}
            onChange={setRemovedTags}
          />
          <FormButtons isPending={false} onCancel={onClose}>
            Change tags
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
