import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../app/client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Section } from '../../ui/Section.tsx';
import type { Field } from '../field-kinds.ts';
import { isSystem } from '../item-names.ts';
import type { ChangeKind } from './ChangeField.tsx';
import { useCollection } from './CollectionSettings.tsx';
import { FieldTable } from './FieldTable.tsx';
import { refreshCollection } from './queries.ts';
import { SchemaChanges } from './SchemaChanges.tsx';

const FieldModal = lazy(async () => ({ default: (await import('./FieldModal.tsx')).FieldModal }));
const ChangeField = lazy(async () => ({ default: (await import('./ChangeField.tsx')).ChangeField }));

type OpenDialog = { field: Field | null } | { field: Field; kind: ChangeKind } | null;

/** The fields of a collection and their recent changes. */
export function Fields() {
  const collection = useCollection();
  const fields = collection.fields ?? [];
  const userFields = fields.filter((field) => !isSystem(field));
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const reorder = useMutation({
    mutationFn: (next: readonly Field[]) =>
      admin.call('data.collections.patch', {
        query: { dataCollectionId: collection.id },
        body: {
          dataCollection: {
            fields: [...fields.filter(isSystem), ...next],
            ...(collection.revision ? { revision: collection.revision } : {}),
          },
        },
      }),
    onSettled: () => refreshCollection(collection.id),
  });
  const move = (from: number, to: number) => {
    const next = [...userFields];
    next.splice(to, 0, ...next.splice(from, 1));
    reorder.mutate(next);
  };
  return (
    <Stack gap="xl">
      <Section title="Fields" lead="Tables and forms show the fields in this order.">
        {reorder.error && <ErrorState error={reorder.error} />}
        <FieldTable
          fields={userFields}
          isSaving={reorder.isPending}
          onMove={move}
          onEdit={(field) => setOpenDialog({ field })}
          onChange={(field, kind) => setOpenDialog({ field, kind })}
        />
        <div>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpenDialog({ field: null })}>
            Add a field
          </Button>
        </div>
      </Section>
      <SchemaChanges collection={collection} />
      <Suspense>
        {openDialog && 'kind' in openDialog && (
          <ChangeField collection={collection} {...openDialog} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog && !('kind' in openDialog) && (
          <FieldModal collection={collection} field={openDialog.field} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </Stack>
  );
}
