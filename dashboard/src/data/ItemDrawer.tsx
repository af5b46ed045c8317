import { Drawer } from '@mantine/core';
import { useOpenOnceDrawn } from '../ui/dialog-focus.ts';
import '@mantine/core/styles/Drawer.css';
import { useState } from 'react';
import { useGuardedClose } from '../ui/UnsavedChanges.tsx';
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
  const [isDirty, setDirty] = useState(false);
  const leave = () => {
    setDirty(false);
    onClose();
  };
  const { close, question } = useGuardedClose(isDirty && opened !== null, leave);
  return (
    <>
      <Drawer
        opened={useOpenOnceDrawn(opened !== null)}
        onClose={close}
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
          onDirty={setDirty}
          onCancel={close}
          onDone={leave}
        />
      </Drawer>
      {question}
    </>
  );
}
