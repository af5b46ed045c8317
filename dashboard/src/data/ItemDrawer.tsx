import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { isSystem, nameOfItem } from './columns.tsx';
import type { Collection, Item } from './field-kinds.ts';
import { ItemForm } from './ItemForm.tsx';

interface ItemDrawerProps {
  collection: Collection;
  opened: Item | 'new' | null;
  onClose: () => void;
  readOnly: boolean;
}

/** One item beside the table, to be added or changed. */
export function ItemDrawer({ collection, opened, onClose, readOnly }: ItemDrawerProps) {
  const item = opened === 'new' ? null : opened;
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      title={item ? nameOfItem(collection, item) : 'New item'}
      closeOnClickOutside={readOnly}
    >
      <ItemForm
        // another item begins with fresh inputs
        key={item?._id ?? 'new'}
        collection={collection}
        fields={(collection.fields ?? []).filter((field) => !isSystem(field))}
        item={item}
        readOnly={readOnly}
        onDone={onClose}
      />
    </Drawer>
  );
}
