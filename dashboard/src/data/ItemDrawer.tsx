import { Drawer, Text } from '@mantine/core';
import { useOpenAfterMount } from '../ui/dialog-focus.ts';
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
  /** Null if the drawer is closed or shows a new item. */
  itemId: string | null;
  isNew: boolean;
  onClose: () => void;
  readOnly: boolean;
}

/** The form for one item in a drawer. The URL contains the item's id, so that a link opens the item. */
export function ItemDrawer({ collection, itemId, isNew, onClose, readOnly }: ItemDrawerProps) {
  const isOpen = isNew || itemId !== null;
  // The last item stays visible while the drawer closes.
  const [shown, setShown] = useState(itemId);
  if (isOpen && shown !== itemId) setShown(itemId);
  const item = useQuery({ ...itemQuery(collection.id, shown ?? ''), enabled: shown !== null });
  const [isDirty, setIsDirty] = useState(false);
  useEffect(() => {
    if (!isOpen) setIsDirty(false);
  }, [isOpen]);
  const { close, leave, question } = useGuardedAddress(isDirty && isOpen, onClose);
  const form = {
    collection,
    fields: (collection.fields ?? []).filter((field) => !isSystem(field)),
    readOnly,
    onDirty: setIsDirty,
    onCancel: close,
    onDone: leave,
  };
  return (
    <>
      <Drawer
        opened={useOpenAfterMount(isOpen)}
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
                // The key resets the inputs when another item opens.
                <ItemForm key={found._id} {...form} item={found} />
              ) : (
                <Text size="sm">This item does not exist. It may have been deleted.</Text>
              )
            }
          </QueryView>
        )}
      </Drawer>
      {question}
    </>
  );
}
