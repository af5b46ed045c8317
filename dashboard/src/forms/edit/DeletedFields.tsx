import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import type { SiteForm } from '../queries.ts';
import type { Draft, FormField } from './draft.ts';
import classes from './FieldsTab.module.css';
import { kindOfField, nameOfField } from './field/field-names.ts';

interface DeletedFieldsProps {
  base: SiteForm;
  draft: Draft;
  onRestore: (field: FormField) => void;
  /** Receives the form after the removal. */
  onRemoved: (form: SiteForm) => void;
}

/** Lists deleted fields, which can be restored or removed for good. Submissions still contain the answers to them. */
export function DeletedFields({ base, draft, onRestore, onRemoved }: DeletedFieldsProps) {
  const [fieldToRemove, setFieldToRemove] = useState<FormField | null>(null);
  const draftIds = new Set(draft.formFields.map((field) => field.id));
  const savedIds = new Set(base.formFields.map((field) => field.id));
  const deletedFields = [...base.formFields, ...base.deletedFormFields].filter((field) => !draftIds.has(field.id));
  const remove = useMutation({
    mutationFn: (field: FormField) =>
      admin.call('forms.fields.bulkRemoveDeleted', { body: { formId: base.id, fieldsIds: [field.id ?? ''] } }),
    onSuccess: ({ form }) => {
      setFieldToRemove(null);
      notifySuccess('The field has been deleted for good.');
      onRemoved(form);
    },
  });
  if (deletedFields.length === 0) return null;
  return (
    <section aria-labelledby="deleted-fields">
      <Title order={2} size="h3" id="deleted-fields">
        Deleted fields
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Existing submissions keep the answers to these fields.
      </Text>
      <ul className={classes.list}>
        {deletedFields.map((field) => {
          const name = nameOfField(field);
          return (
            <li key={field.id} className={classes.row}>
              <span className={classes.name}>
                <Text span fw={500} className={classes.label}>
                  {name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {kindOfField(field)}
                  {savedIds.has(field.id) && ' · deleted once you save'}
                </Text>
              </span>
              <Group gap="xs" wrap="nowrap" className={classes.actions}>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconArrowBackUp size={15} aria-hidden />}
                  aria-label={`Restore ${name}`}
                  onClick={() => onRestore(field)}
                >
                  Restore
                </Button>
                {!savedIds.has(field.id) && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete ${name} for good`}
                    onClick={() => {
                      remove.reset();
                      setFieldToRemove(field);
                    }}
                  >
                    <IconTrashX size={17} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            </li>
          );
        })}
      </ul>
      <ConfirmModal
        opened={fieldToRemove !== null}
        onClose={() => setFieldToRemove(null)}
        title="Delete this field for good?"
        action="Delete for good"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => fieldToRemove && remove.mutate(fieldToRemove)}
      >
        <Text size="sm">
          You will not be able to restore “{fieldToRemove && nameOfField(fieldToRemove)}”. Existing submissions keep the
          answers to it, but without its label.
        </Text>
      </ConfirmModal>
    </section>
  );
}
