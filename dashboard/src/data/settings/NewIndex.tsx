import { ActionIcon, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useReturnFocus } from '../../ui/dialog-focus.ts';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useForm } from '@mantine/form';
import { PorticoError } from '@portico/sdk/admin';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { useGuardedClose } from '../../ui/UnsavedChanges.tsx';
import { type Collection, isText, kindOf, titleOf } from '../field-kinds.ts';
import { type Index, refreshCollection } from './queries.ts';

interface NewIndexProps {
  collection: Collection;
  indexes: readonly Index[];
  /** The number of indexes that can still be added. */
  left: { unique1Field: number; regular1Field: number };
  onClose: () => void;
}

const MAX_FIELDS = 3;

/** Adds an index on up to three fields. */
export function NewIndex({ collection, indexes, left, onClose }: NewIndexProps) {
  useReturnFocus();
  const fields = (collection.fields ?? []).filter((field) => !['links', 'json'].includes(kindOf(field)));
  const form = useForm({
    initialValues: {
      name: '',
      purpose: 'REGULAR' as 'REGULAR' | 'UNIQUE' | 'TEXT',
      caseInsensitive: false,
      fields: [{ path: fields.find(({ key }) => !key.startsWith('_'))?.key ?? '_createdDate', order: 'ASC' }],
    },
    validate: {
      name: (value, values) =>
        indexes.some(({ name }) => name === (value.trim() || nameFor(values))) ? 'Another index has this name.' : null,
      fields: {
        path: (path, values, formPath) => {
          const index = Number(formPath.split('.')[1]);
          if (values.fields.slice(0, index).some((one) => one.path === path)) return 'Choose each field only once.';
          const field = fields.find(({ key }) => key === path);
          return values.purpose === 'TEXT' && field && !isText(kindOf(field)) ? 'Choose a text field.' : null;
        },
      },
    },
  });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: (values: typeof form.values) => {
      const { purpose, caseInsensitive } = values;
      const index = {
        name: values.name.trim() || nameFor(values),
        fields: indexedFieldsOf(values).map(({ path, order }) => ({ path, order: order as 'ASC' | 'DESC' })),
        ...(purpose === 'UNIQUE' ? { unique: true } : {}),
        ...(purpose === 'TEXT' ? { kind: 'TEXT' as const } : {}),
        ...(caseInsensitive && purpose !== 'TEXT' ? { caseInsensitive } : {}),
      };
      return admin.call('data.indexes.create', { body: { dataCollectionId: collection.id, index } });
    },
    onSuccess: async () => {
      notifySuccess('The index is being built.');
      await refreshCollection(collection.id);
      onClose();
    },
    onError: (error) => form.setErrors(toDuplicateNameError(error) ?? fieldErrorsOf(error, formFieldOf) ?? {}),
  });
  const { purpose } = form.values;
  const hasOneField = purpose !== 'REGULAR';
  return (
    <>
      <Modal opened onClose={close} title="New index" closeOnClickOutside={false}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <NativeSelect
              label="What it is for"
              data={[
                { value: 'REGULAR', label: 'Filters and sorting' },
                ...(left.unique1Field > 0 ? [{ value: 'UNIQUE', label: 'Unique values' }] : []),
                { value: 'TEXT', label: 'Filters by “contains”' },
              ]}
              {...form.getInputProps('purpose')}
            />
            {indexedFieldsOf(form.values).map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position in the index
              <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
                <NativeSelect
                  label={index === 0 ? 'Field' : `Then, field ${index + 1}`}
                  style={{ flex: 1 }}
                  data={fields.map((field) => ({ value: field.key, label: titleOf(field) }))}
                  {...form.getInputProps(`fields.${index}.path`)}
                />
                {!hasOneField && (
                  <NativeSelect
                    label="Direction"
                    data={[
                      { value: 'ASC', label: 'Ascending' },
                      { value: 'DESC', label: 'Descending' },
                    ]}
                    {...form.getInputProps(`fields.${index}.order`)}
                  />
                )}
                {index > 0 && (
                  <ActionIcon
                    mt={28}
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove field ${index + 1}, ${one.path}`}
                    onClick={() => form.removeListItem('fields', index)}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            ))}
            {!hasOneField && form.values.fields.length < MAX_FIELDS && (
              <div>
                <AddButton onClick={() => form.insertListItem('fields', { path: '_createdDate', order: 'ASC' })}>
                  Add a field
                </AddButton>
              </div>
            )}
            {purpose !== 'TEXT' && (
              <Checkbox
                label="Ignore upper and lower case"
                {...form.getInputProps('caseInsensitive', { type: 'checkbox' })}
              />
            )}
            <TextInput
              label="Name"
              maxLength={128}
              placeholder={nameFor(form.values)}
              {...form.getInputProps('name')}
            />
            <FormButtons isPending={save.isPending} onCancel={close}>
              Add index
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      {question}
    </>
  );
}

interface Values {
  purpose: string;
  fields: readonly { path: string; order: string }[];
}

/** Returns the fields of the index. Unique and text indexes have only one. */
const indexedFieldsOf = ({ purpose, fields }: Values) => (purpose === 'REGULAR' ? fields : fields.slice(0, 1));

const nameFor = (values: Values): string =>
  `${indexedFieldsOf(values)
    .map(({ path }) => path)
    .join('_')}${values.purpose === 'REGULAR' ? '' : `_${values.purpose.toLowerCase()}`}`.slice(0, 128);

const toDuplicateNameError = (error: unknown): Record<string, string> | null =>
  error instanceof PorticoError && error.code === 'WDE0112' ? { name: 'Another index has this name.' } : null;

function formFieldOf(path: string): string | undefined {
  if (path.endsWith('name')) return 'name';
  const index = /fields(?:\.|\[)(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : `fields.${index}.path`;
}
