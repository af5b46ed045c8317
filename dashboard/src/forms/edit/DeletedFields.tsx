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
  /** the form as it is afterwards */
  onForgotten: (form: SiteForm) => void;
}

/** Fields that were deleted: what was sent with them is still shown. They come back, or are forgotten. */
export function DeletedFields({ base, draft, onRestore, onForgotten }: DeletedFieldsProps) {
  const [doomed, setDoomed] = useState<FormField | null>(null);
  const kept = new Set(draft.formFields.map((field) => field.id));
  const stored = new Set(base.formFields.map((field) => field.id));
  const waiting = base.formFields.filter((field) => !kept.has(field.id));
  const deleted = [...waiting, ...base.deletedFormFields.filter((field) => !kept.has(field.id))];
  const forget = useMutation({
    mutationFn: (field: FormField) =>
      admin.call('forms.fields.bulkRemoveDeleted', { body: { formId: base.id, fieldsIds: [field.id ?? ''] } }),
    onSuccess: ({ form }) => {
      setDoomed(null);
      notifySuccess('The field is forgotten.');
      onForgotten(form);
    },
  });
  if (deleted.length === 0) return null;
  return (
    <section aria-labelledby="deleted-fields">
      <Title order={2} size="h3" id="deleted-fields">
        Deleted fields
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Answers that were sent with them stay with their submissions.
      </Text>
      <ul className={classes.list}>
        {deleted.map((field) => {
          const name = nameOfField(field);
          return (
            <li key={field.id} className={classes.row}>
              <span className={classes.name}>
                <Text span fw={500} className={classes.label}>
                  {name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {kindOfField(field)}
                  {stored.has(field.id) && ' · deleted once you save'}
                </Text>
              </span>
              <Group gap="xs" wrap="nowrap" className={classes.acts}>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconArrowBackUp size={15} aria-hidden />}
                  aria-label={`Bring back ${name}`}
                  onClick={() => onRestore(field)}
                >
                  Bring back
                </Button>
                {!stored.has(field.id) && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Forget ${name}`}
                    onClick={() => {
                      forget.reset();
                      setDoomed(field);
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
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Forget this field?"
        action="Forget field"
        isPending={forget.isPending}
        error={forget.error}
        onConfirm={() => doomed && forget.mutate(doomed)}
      >
        <Text size="sm">
          “{doomed && nameOfField(doomed)}” cannot be brought back then. Answers that were sent with it stay, without
          its label.
        </Text>
      </ConfirmModal>
    </section>
  );
}
