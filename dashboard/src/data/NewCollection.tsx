import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PorticoError } from '@portico/sdk/admin';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError, showErrors } from '../ui/form-errors.ts';
import { Page } from '../ui/Page.tsx';
import { collectionPathOf } from './address.ts';
import { FieldRows } from './FieldRows.tsx';
import {
  collectionIdFrom,
  emptyField,
  fieldKeyFrom,
  formFieldOf,
  type NewCollectionValues,
  toCollection,
} from './new-collection.ts';
import { PermissionChoice } from './PermissionChoice.tsx';
import { presets } from './permission-levels.ts';

const initialValues: NewCollectionValues = {
  name: '',
  id: '',
  fields: [{ ...emptyField(), name: 'Title' }],
  preset: 'content',
  permissions: presets[0]?.permissions ?? { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
};

export function NewCollection() {
  const navigate = useNavigate();
  const formElement = useRef<HTMLFormElement>(null);
  const form = useForm<NewCollectionValues>({
    initialValues,
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the collection a name.' : null),
      fields: {
        name: (value, values, path) => validateFieldName(value, values, path),
        collection: (value, values, path) => {
          const field = values.fields[Number(path.split('.')[1])];
          return field?.type.endsWith('REFERENCE') && value.trim() === ''
            ? 'Choose the collection that this field refers to.'
            : null;
        },
      },
    },
  });
  const create = useMutation({
    mutationFn: (values: NewCollectionValues) =>
      admin.call('data.collections.create', { body: { collection: toCollection(values) } }),
    onSuccess: async ({ collection }) => {
      await queryClient.invalidateQueries({ queryKey: ['collections'] });
      notifySuccess('The collection is created.');
      navigate(collectionPathOf(collection.id));
    },
    onError: (error, values) => {
      const errors = toDuplicateIdError(error, toCollection(values).id) ?? fieldErrorsOf(error, formFieldOf) ?? {};
      showErrors(formElement.current, () => form.setErrors(errors));
    },
  });
  const hasFormError = create.error && Object.keys(form.errors).length === 0;
  return (
    <Page title="New collection" back={{ to: '/collections', label: 'Collections' }}>
      <form ref={formElement} onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
        <Stack gap="xl" maw={820}>
          {hasFormError && <ErrorState error={create.error} />}
          <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
            <TextInput label="Name" placeholder="Products" required maxLength={256} {...form.getInputProps('name')} />
            <TextInput
              label="Id"
              description="The name in code. It cannot be changed later."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={collectionIdFrom(form.values.name) || 'Products'}
              maxLength={256}
              {...form.getInputProps('id')}
            />
          </Group>
          <FieldRows form={form} />
          <PermissionChoice form={form} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              Create collection
            </Button>
            <Button variant="default" onClick={() => navigate('/collections')}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

function validateFieldName(name: string, values: NewCollectionValues, path: string): string | null {
  const key = fieldKeyFrom(name);
  if (key === '') return 'Give the field a name.';
  const index = Number(path.split('.')[1]);
  return values.fields.slice(0, index).some((field) => fieldKeyFrom(field.name) === key)
    ? 'Another field has this name.'
    : null;
}

const toDuplicateIdError = (error: unknown, id: string): Record<string, string> | null =>
  error instanceof PorticoError && error.code === 'WDE0104'
    ? { id: `There is already a collection with the id “${id}”. Choose another id, or delete that collection.` }
    : null;
