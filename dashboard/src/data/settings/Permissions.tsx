import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accessLevels, itemOperations } from '@portico/domain/data';
import { useMutation, useQuery } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Section } from '../../ui/Section.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { operationTitles } from '../permission-levels.ts';
import { accessTitles, levelsOf, wireNames } from './access-levels.ts';
import { useCollection } from './CollectionSettings.tsx';
import { type DataPermissions, permissionsQuery, refreshCollection } from './queries.ts';
import { SpecialMembers } from './SpecialMembers.tsx';

/** The permissions for the items of a collection. */
export function Permissions() {
  const collection = useCollection();
  const permissions = useQuery(permissionsQuery(collection.id));
  return (
    <QueryView query={permissions}>
      {(loaded) => (
        <Stack gap="xl" maw={820}>
          <LevelsForm key={JSON.stringify(levelsOf(loaded))} permissions={loaded} />
          <SpecialMembers collectionId={collection.id} special={loaded.specialPermissions ?? []} />
        </Stack>
      )}
    </QueryView>
  );
}

function LevelsForm({ permissions }: { permissions: DataPermissions }) {
  const form = useForm({ initialValues: levelsOf(permissions) });
  const save = useMutation({
    mutationFn: (levels: typeof form.values) => {
      const levelsByWireName = Object.fromEntries(
        itemOperations.map((operation) => [wireNames[operation], levels[operation]]),
      );
      return admin.call('data.permissions.update', {
        body: { dataPermissions: { id: permissions.id, ...levelsByWireName } },
      });
    },
    onSuccess: async () => {
      form.resetDirty();
      notifySuccess('The permissions are saved.');
      await refreshCollection(permissions.id);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Section
        title="For everybody"
        lead="Owners, admins and editors in your team may always read and write, unless you limit it to owners and admins."
      >
        {save.error && <ErrorState error={save.error} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {itemOperations.map((operation) => (
            <NativeSelect
              key={operation}
              label={operationTitles[operation]}
              data={accessLevels
                // A new item has no author yet.
                .filter((level) => operation !== 'insert' || level !== 'SITE_MEMBER_AUTHOR')
                .map((value) => ({ value, label: accessTitles[value] }))}
              {...form.getInputProps(operation)}
            />
          ))}
        </SimpleGrid>
        <SaveBar isDirty={form.isDirty()} isPending={save.isPending} onDiscard={form.reset} />
      </Section>
      <UnsavedChanges hasChanges={form.isDirty()} />
    </form>
  );
}
