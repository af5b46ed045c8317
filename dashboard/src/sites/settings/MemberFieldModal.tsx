import { Modal, NativeSelect, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { useGuardedClose } from '../../ui/UnsavedChanges.tsx';
import { fieldTypeTitles, keyFor, type MemberField } from './member-fields.ts';

interface MemberFieldModalProps {
  fields: readonly MemberField[];
  opened: MemberField | 'new' | null;
  onClose: () => void;
  /** Receives the complete list of fields, with the change. */
  onSave: (fields: readonly MemberField[]) => Promise<unknown>;
}

/** Adds or changes a field. The key and kind of a field never change, because stored values depend on them. */
export function MemberFieldModal(props: MemberFieldModalProps) {
  const { opened } = props;
  return opened && <FieldForm {...props} field={opened === 'new' ? null : opened} key={keyOf(opened)} />;
}

const keyOf = (opened: MemberField | 'new'): string => (opened === 'new' ? '' : opened.key);

function FieldForm({ fields, field, onClose, onSave }: MemberFieldModalProps & { field: MemberField | null }) {
  const form = useForm({
    initialValues: {
      name: field?.name ?? '',
      type: field?.type ?? ('TEXT' as const),
      choices: field?.choices ?? [],
      editableByMember: field?.editableByMember ?? true,
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the field a name.' : null),
      choices: (value, { type }) => (type === 'CHOICE' && value.length === 0 ? 'Enter at least one choice.' : null),
    },
  });
  const index = field ? fields.indexOf(field) : fields.length;
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: ({ name, type, choices, editableByMember }: typeof form.values) => {
      const key =
        field?.key ??
        keyFor(
          name,
          fields.map(({ key }) => key),
        );
      const saved = { key, name: name.trim(), type, editableByMember, ...(type === 'CHOICE' ? { choices } : {}) };
      return onSave(fields.toSpliced(index, field ? 1 : 0, saved));
    },
    onSuccess: () => {
      notifySuccess(field ? 'The field is saved.' : 'The field is added.');
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, (path) => /fields\.\d+\.(\w+)/.exec(path)?.[1]) ?? {}),
  });
  return (
    <>
      <Modal opened onClose={close} title={field ? 'Change the field' : 'New field'} closeOnClickOutside={false}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
            <NativeSelect
              label="Kind"
              disabled={field !== null}
              {...(field ? { description: 'Cannot be changed: members may have filled it in.' } : {})}
              data={Object.entries(fieldTypeTitles).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('type')}
            />
            {form.values.type === 'CHOICE' && (
              <TagsInput
                label="Choices"
                description="Press Enter after each choice."
                required
                maxTags={100}
                {...form.getInputProps('choices')}
              />
            )}
            <Switch
              label="Members fill it in themselves"
              description="If not, only you can see and change it."
              {...form.getInputProps('editableByMember', { type: 'checkbox' })}
            />
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
