import { Group, Modal, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useReturnedFocus } from '../../ui/dialog-focus.ts';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { useForm } from '@mantine/form';
import { fieldLevels } from '@portico/domain/data';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { useGuardedClose } from '../../ui/UnsavedChanges.tsx';
import { CollectionSelect } from '../CollectionSelect.tsx';
import { FieldInput } from '../FieldInput.tsx';
import { type Collection, type Field, kindOf, typeTitles } from '../field-kinds.ts';
import { toInput } from '../field-values.ts';
import { isSystem } from '../item-names.ts';
import { keyFrom } from '../new-collection.ts';
import {
  type FieldValues,
  levelTitles,
  rangeOfType,
  refusalsOfForm,
  takesDefault,
  takesUnique,
  toFieldInput,
  valuesOf,
} from './field-form.ts';
import { refreshCollection } from './queries.ts';

interface FieldModalProps {
  collection: Collection;
  /** null: a new one */
  field: Field | null;
  onClose: () => void;
}

const rangeTitles = { number: 'Value', length: 'Characters', size: 'Entries' } as const;

/** Adds a field, or changes what it asks of its values. Its type and its name in code are changed with a preview. */
export function FieldModal({ collection, field, onClose }: FieldModalProps) {
  useReturnedFocus();
  const others = (collection.fields ?? []).filter(({ key }) => key !== field?.key);
  const form = useForm<FieldValues>({
    initialValues: valuesOf(field),
    validate: (values) => refusalsOfForm(values, others),
  });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: (values: FieldValues) => write(collection.id, field, values),
    onSuccess: async () => {
      notifySuccess(field ? 'The field is saved.' : 'The field is added.');
      await refreshCollection(collection.id);
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, formFieldOf) ?? {}),
  });
  const { type } = form.values;
  const range = rangeOfType(type);
  const shape: Field = { key: 'default', type, displayName: 'Value of new items' };
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={field ? `Field ${field.displayName ?? field.key}` : 'New field'}
        size="lg"
        closeOnClickOutside={false}
      >
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
              <TextInput
                label="Name in code"
                maxLength={256}
                placeholder={keyFrom(form.values.name)}
                disabled={field !== null}
                {...form.getInputProps('key')}
              />
              <NativeSelect
                label="Type"
                disabled={field !== null}
                data={[...typeTitles]}
                {...form.getInputProps('type')}
                onChange={(event) => {
                  const next = event.currentTarget.value as FieldValues['type'];
                  form.setFieldValue('type', next);
                  form.setFieldValue('defaultValue', toInput(kindOf({ key: '', type: next }), undefined));
                }}
              />
              {type.endsWith('REFERENCE') && (
                <CollectionSelect
                  label="Points to the collection"
                  disabled={field !== null}
                  {...form.getInputProps('collection')}
                />
              )}
            </SimpleGrid>
            <Textarea label="Description" autosize maxLength={4_000} {...form.getInputProps('description')} />
            <Group gap="xl">
              <Switch label="Required" {...form.getInputProps('required', { type: 'checkbox' })} />
              {takesUnique(type) && (
                <Switch label="No two items have the same" {...form.getInputProps('unique', { type: 'checkbox' })} />
              )}
            </Group>
            {range && (
              <SimpleGrid cols={2}>
                <TextInput
                  label={`${rangeTitles[range]}: at least`}
                  inputMode="decimal"
                  {...form.getInputProps('least')}
                />
                <TextInput
                  label={`${rangeTitles[range]}: at most`}
                  inputMode="decimal"
                  {...form.getInputProps('most')}
                />
              </SimpleGrid>
            )}
            {takesDefault(type) && (
              <FieldInput
                key={type}
                field={shape}
                itemId={null}
                value={form.values.defaultValue}
                error={form.errors.defaultValue as string | undefined}
                readOnly={false}
                onChange={(value) => form.setFieldValue('defaultValue', value)}
              />
            )}
            {!(field && isSystem(field)) && (
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {(['read', 'write'] as const).map((act) => (
                  <NativeSelect
                    key={act}
                    label={act === 'read' ? 'Who sees it' : 'Who changes it'}
                    data={fieldLevels.map((value) => ({ value, label: levelTitles[value] }))}
                    {...form.getInputProps(act)}
                  />
                ))}
              </SimpleGrid>
            )}
            <FormButtons isPending={save.isPending} onCancel={close}>
              {field ? 'Save' : 'Add field'}
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      {question}
    </>
  );
}

function write(dataCollectionId: string, field: Field | null, values: FieldValues) {
  const sent = toFieldInput(values);
  if (!field) return admin.call('data.fields.create', { body: { dataCollectionId, field: sent } });
  // its type has a change of its own, which takes the values along
  const { type: _type, typeMetadata: _metadata, ...rest } = sent;
  return admin.call('data.fields.patch', { query: { dataCollectionId }, body: { dataCollectionId, field: rest } });
}

/** The form's field for the path of a violation. */
function formFieldOf(path: string): string | undefined {
  const name = path.replace(/^(collection\.|dataCollection\.)?fields?(\[\d+\]|\.\d+)?\./, '').split('.');
  const [first = '', second = ''] = name;
  if (first.endsWith('Range')) return second.startsWith('max') ? 'most' : 'least';
  if (first === 'typeMetadata') return 'collection';
  if (first === 'access') return second === 'write' ? 'write' : 'read';
  const known: Record<string, string> = { displayName: 'name', key: 'key', type: 'type', defaultValue: 'defaultValue' };
  return known[first] ?? (first === 'description' || first === 'unique' || first === 'required' ? first : undefined);
}
