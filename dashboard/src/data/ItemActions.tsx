import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { notifySuccess } from '../app/notify.ts';
import type { Item } from './field-kinds.ts';

interface ItemActionsProps {
  item: Item;
  name: string;
  mayEdit: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

export function ItemActions({ item, name, mayEdit, onOpen, onRemove }: ItemActionsProps) {
  const copyId = async () => {
    await navigator.clipboard.writeText(item._id);
    notifySuccess('The id is copied.');
  };
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onOpen}>
          {mayEdit ? 'Edit' : 'Show'}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={copyId}>
          Copy id
        </Menu.Item>
        {mayEdit && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={onRemove}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
