import { Drawer, Text } from '@mantine/core';
import { useOpenOnceDrawn } from '../ui/dialog-focus.ts';
import '@mantine/core/styles/Drawer.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QueryView } from '../ui/QueryView.tsx';
import { useGuardedAddress } from '../ui/UnsavedChanges.tsx';
import type { Collection } from './field-kinds.ts';
import { ItemForm } from './ItemForm.tsx';
import { isSystem, nameOfItem } from './item-names.ts';
import { itemQuery } from './queries.ts';

interface ItemDrawerProps {
  collection: Collection;
  /** null: none, or a new one */
  itemId: string | null;
  isNew: boolean;
  onClose: () => void;
  readOnly: boolean;
}

/** One item beside the table, to be added or changed. The address says which, so that a link opens it. */
export function ItemDrawer({ collection, itemId, isNew, onClose, readOnly }: ItemDrawerProps) {
  const isOpen = isNew || itemId !== null;
  // what was open stays drawn while the drawer closes
  const [shown, setShown] = useState(itemId);
  if (isOpen && shown !== itemId) setShown(itemId);
  const item = useQuery({ ...itemQuery(collection.id, shown ?? ''), enabled: shown !== null });
  const [isDirty, setDirty] = useState(false);
  useEffect(() => {
    if (!isOpen) setDirty(false);
  }, [isOpen]);
  const { close, leave, question } = useGuardedAddress(isDirty && isOpen, onClose);
  const form = {
    collection,
    fields: (collection.fields ?? []).filter((field) => !isSystem(field)),
    readOnly,
    onDirty: setDirty,
    onCancel: close,
    onDone: leave,
  };
  return (
    <>
      <Drawer
        opened={useOpenOnceDrawn(isOpen)}
        onClose={close}
        title={shown === null ? 'New item' : item.data ? nameOfItem(collection, item.data) : 'Item'}
        closeOnClickOutside={readOnly}
      >
        {shown === null ? (
          <ItemForm key="new" {...form} item={null} />
        ) : (
          <QueryView query={item}>
            {(found) =>
              found ? (
                // another item begins with fresh inputs
                <ItemForm key={found._id} {...form} item={found} />
              ) : (
                <Text size="sm">This item is deleted or was never there.</Text>
              )
            }
          </QueryView>
        )}
      </Drawer>
      {question}
    </>
  );
}
