import { Group, Modal, NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useReturnFocus } from '../../ui/dialog-focus.ts';
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
import { fieldKeyFrom } from '../new-collection.ts';
import {
  type FieldValues,
  levelTitles,
  rangeOfType,
  supportsDefault,
  supportsUnique,
  toFieldInput,
  validateFieldForm,
  valuesOf,
} from './field-form.ts';
import { refreshCollection } from './queries.ts';

interface FieldModalProps {
  collection: Collection;
  /** Null for a new field. */
  field: Field | null;
  onClose: () => void;
}

const rangeTitles = { number: 'Value', length: 'Characters', size: 'Entries' } as const;

/** Adds a field or changes its settings. The type and the key of a field are changed in ChangeField instead. */
export function FieldModal({ collection, field, onClose }: FieldModalProps) {
  useReturnFocus();
  const others = (collection.fields ?? []).filter(({ key }) => key !== field?.key);
  const form = useForm<FieldValues>({
    initialValues: valuesOf(field),
    validate: (values) => validateFieldForm(values, others),
  });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: (values: FieldValues) => saveField(collection.id, field, values),
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
                placeholder={fieldKeyFrom(form.values.name)}
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
                  label="Collection it refers to"
                  disabled={field !== null}
                  {...form.getInputProps('collection')}
                />
              )}
            </SimpleGrid>
            <Textarea label="Description" autosize maxLength={4_000} {...form.getInputProps('description')} />
            <Group gap="xl">
              <Switch label="Required" {...form.getInputProps('required', { type: 'checkbox' })} />
              {supportsUnique(type) && (
                <Switch
                  label="Each item needs a different value"
                  {...form.getInputProps('unique', { type: 'checkbox' })}
                />
              )}
            </Group>
            {range && (
              <SimpleGrid cols={2}>
                <TextInput
                  label={`${rangeTitles[range]}: at least`}
                  inputMode="decimal"
                  {...form.getInputProps('min')}
                />
                <TextInput
                  label={`${rangeTitles[range]}: at most`}
                  inputMode="decimal"
                  {...form.getInputProps('max')}
                />
              </SimpleGrid>
            )}
            {supportsDefault(type) && (
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
                {(['read', 'write'] as const).map((operation) => (
                  <NativeSelect
                    key={operation}
                    label={operation === 'read' ? 'Who can see it' : 'Who can change it'}
                    data={fieldLevels.map((value) => ({ value, label: levelTitles[value] }))}
                    {...form.getInputProps(operation)}
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

function saveField(dataCollectionId: string, field: Field | null, values: FieldValues) {
  const input = toFieldInput(values);
  if (!field) return admin.call('data.fields.create', { body: { dataCollectionId, field: input } });
  // The type is omitted here. Only a schema change can change it, because the stored values must be converted, too.
  const { type: _type, typeMetadata: _metadata, ...rest } = input;
  return admin.call('data.fields.patch', { query: { dataCollectionId }, body: { dataCollectionId, field: rest } });
}

/** Returns the name of the form field for the path of a violation. */
function formFieldOf(path: string): string | undefined {
  const name = path.replace(/^(collection\.|dataCollection\.)?fields?(\[\d+\]|\.\d+)?\./, '').split('.');
  const [first = '', second = ''] = name;
  if (first.endsWith('Range')) return second.startsWith('max') ? 'max' : 'min';
  if (first === 'typeMetadata') return 'collection';
  if (first === 'access') return second === 'write' ? 'write' : 'read';
  const known: Record<string, string> = { displayName: 'name', key: 'key', type: 'type', defaultValue: 'defaultValue' };
  return known[first] ?? (first === 'description' || first === 'unique' || first === 'required' ? first : undefined);
}
