import { Button, NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { useForm } from '@mantine/form';
import { PorticoError } from '@portico/sdk/admin';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Section } from '../../ui/Section.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { DeleteCollection } from '../DeleteCollection.tsx';
import { type Collection, kindOf, titleOf } from '../field-kinds.ts';
import { isSystem } from '../item-names.ts';
import { useCollection } from './CollectionSettings.tsx';
import { refreshCollection } from './queries.ts';

/** Name, order and validation of a collection, and its deletion. */
export function General() {
  const collection = useCollection();
  // The key resets the inputs after a save.
  return <GeneralForm key={collection.revision} collection={collection} />;
}

function GeneralForm({ collection }: { collection: Collection }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const form = useForm({
    initialValues: {
      displayName: collection.displayName ?? '',
      displayField: collection.displayField ?? '',
      orderField: collection.defaultDisplayOrder?.fieldKey ?? '',
      direction: collection.defaultDisplayOrder?.direction ?? ('ASC' as 'ASC' | 'DESC'),
      validated: collection.validated ?? false,
    },
    validate: { displayName: (value) => (value.trim() === '' ? 'Give the collection a name.' : null) },
  });
  const save = useMutation({
    mutationFn: ({ displayName, displayField, orderField, direction, validated }: typeof form.values) =>
      admin.call('data.collections.patch', {
        query: { dataCollectionId: collection.id },
        body: {
          dataCollection: {
            displayName: displayName.trim(),
            displayField: displayField || null,
            defaultDisplayOrder: orderField ? { fieldKey: orderField, direction } : null,
            validated,
            ...(collection.revision ? { revision: collection.revision } : {}),
          },
        },
      }),
    onSuccess: async () => {
      form.resetDirty();
      notifySuccess('The collection is saved.');
      await refreshCollection(collection.id);
    },
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error, (path) => /(displayName|displayField)$/.exec(path)?.[1]) ?? {});
      // Someone else has saved in the meantime. This loads the newer version without changing the typed values.
      if (error instanceof PorticoError && error.code === 'WDE0178') refreshCollection(collection.id);
    },
  });
  const fields = collection.fields ?? [];
  const makeChoices = (list: typeof fields, none: string) => [
    { value: '', label: none },
    ...list.map((field) => ({ value: field.key, label: titleOf(field) })),
  ];
  const textFields = fields.filter((field) => !isSystem(field) && kindOf(field) === 'text');
  const sortable = fields.filter((field) => !['json', 'links', 'list'].includes(kindOf(field)));
  return (
    <Stack gap="xl" maw={820}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
        <Stack gap="xl">
          {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
          <Section title="Name and order">
            <TextInput label="Name" required maxLength={256} {...form.getInputProps('displayName')} />
            <NativeSelect
              label="Name of an item"
              data={makeChoices(textFields, 'The first text field')}
              {...form.getInputProps('displayField')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                label="Websites sort items by"
                data={makeChoices(sortable, 'Newest first')}
                {...form.getInputProps('orderField')}
              />
              {form.values.orderField !== '' && (
                <NativeSelect
                  label="Direction"
                  data={[
                    { value: 'ASC', label: 'Ascending' },
                    { value: 'DESC', label: 'Descending' },
                  ]}
                  {...form.getInputProps('direction')}
                />
              )}
            </SimpleGrid>
          </Section>
          <Section title="Validation">
            <Switch
              label="Check items against the fields"
              description="Items with missing, invalid or out-of-range values are rejected, even if your website sends them. Values without a field are always saved."
              {...form.getInputProps('validated', { type: 'checkbox' })}
            />
          </Section>
          <SaveBar isDirty={form.isDirty()} isPending={save.isPending} onDiscard={form.reset} />
        </Stack>
        <UnsavedChanges hasChanges={form.isDirty()} />
      </form>
      <Section title="Delete" lead="You can restore it for some time: open Collections, then Deleted.">
        <div>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsDeleting(true)}>
            Delete collection
          </Button>
        </div>
      </Section>
      <DeleteCollection
        collection={isDeleting ? collection : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate('/collections')}
      />
    </Stack>
  );
}
