import { Modal, Stack, TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { useOpenOnceDrawn } from '../../ui/dialog-focus.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TAG_LENGTH, type Tagged, tagsOf } from './tags.ts';

interface TagModalProps {
  /** those whose tags are known; more may be meant */
  chosen: readonly Tagged[];
  total: number;
  onClose: () => void;
  onChange: (given: readonly string[], taken: readonly string[]) => void;
}

/** Which tags the chosen submissions get and lose. */
export function TagModal({ chosen, total, onClose, onChange }: TagModalProps) {
  const [given, setGiven] = useState<string[]>([]);
  const [taken, setTaken] = useState<string[]>([]);
  const known = tagsOf(chosen);
  return (
    <Modal
      opened={useOpenOnceDrawn(true)}
      onClose={onClose}
      title={total === 1 ? 'Tags of one submission' : `Tags of ${formatNumber(total)} submissions`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given.length + taken.length > 0) onChange(given, taken);
        }}
      >
        <Stack>
          <TagsInput
            label="Add"
            description="Enter one after the other"
            data={known}
            maxTags={20}
            comboboxProps={{ withinPortal: false }}
            maxLength={TAG_LENGTH}
            value={given}
            onChange={setGiven}
            data-autofocus
          />
          <TagsInput
            label="Take away"
            data={known}
            maxTags={20}
            comboboxProps={{ withinPortal: false }}
            maxLength={TAG_LENGTH}
            value={taken}
            onChange={setTaken}
          />
          <FormButtons isPending={false} onCancel={onClose}>
            Change tags
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
