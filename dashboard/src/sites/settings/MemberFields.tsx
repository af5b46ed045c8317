import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifySuccess, notifyUndo } from '../../app/notify.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Section } from '../../ui/Section.tsx';
import { MemberFieldModal } from './MemberFieldModal.tsx';
import { MemberFieldTable } from './MemberFieldTable.tsx';
import type { MemberField } from './member-fields.ts';
import { type Settings, type SettingsChanges, saveSettings } from './queries.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsView } from './SettingsView.tsx';

/** Additional fields of members, and what happens to the content of members who leave. */
export function MemberFields() {
  return (
    <SettingsView>
      {(loaded) => (
        <Stack gap="xl" maw={820}>
          <FieldList settings={loaded} />
          <DeletedMemberContent settings={loaded} />
        </Stack>
      )}
    </SettingsView>
  );
}

/** The list of fields. Each change is saved immediately. */
function FieldList({ settings }: { settings: Settings }) {
  const { fields } = settings.members;
  const [opened, setOpened] = useState<MemberField | 'new' | null>(null);
  const [deleting, setDeleting] = useState<MemberField | null>(null);
  const save = useMutation({ mutationFn: (changes: SettingsChanges) => saveSettings(changes) });
  const saveFields = (next: readonly MemberField[]) => save.mutateAsync({ members: { fields: [...next] } });

  const move = (from: number, to: number) => {
    const next = [...fields];
    next.splice(to, 0, ...next.splice(from, 1));
    saveFields(next).catch(() => {});
  };
  const remove = async (field: MemberField) => {
    const { requiredFields } = settings.signIn;
    await save.mutateAsync(without(settings, field));
    setDeleting(null);
    notifyUndo(`The field “${field.name}” is deleted.`, () =>
      save
        .mutateAsync({ members: { fields }, signIn: { requiredFields } })
        .then(() => notifySuccess('The field is restored.'))
        .catch(() => {}),
    );
  };
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      New field
    </Button>
  );
  return (
    <Section title="Your own fields" lead="In addition to name, phone, company and birthday, which every member has.">
      {save.error && !opened && !deleting && <ErrorState error={save.error} />}
      {fields.length === 0 ? (
        <Empty icon={<IconForms size={36} stroke={1.5} />} title="No fields of your own" action={add}>
          Add what you want to know about members: a shoe size, a member number, an allergy.
        </Empty>
      ) : (
        <>
          <MemberFieldTable
            fields={fields}
            isSaving={save.isPending}
            onMove={move}
            onEdit={setOpened}
            onDelete={(field) => {
              save.reset();
              setDeleting(field);
            }}
          />
          <Group>{add}</Group>
        </>
      )}
      <MemberFieldModal fields={fields} opened={opened} onClose={() => setOpened(null)} onSave={saveFields} />
      <ConfirmModal
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this field?"
        action="Delete field"
        isPending={save.isPending}
        error={save.error}
        onConfirm={() => deleting && remove(deleting).catch(() => {})}
      >
        <Text size="sm">
          What members have entered for “{deleting?.name}” is no longer shown, neither here nor in their accounts.
          {deleting && settings.signIn.requiredFields.includes(deleting.key) && ' The sign-up no longer asks for it.'}
        </Text>
      </ConfirmModal>
    </Section>
  );
}

/** Returns the settings without a field. Also removes it from the required fields, because these must exist. */
const without = ({ members, signIn }: Settings, { key }: MemberField): SettingsChanges => ({
  members: { fields: members.fields.filter((field) => field.key !== key) },
  signIn: { requiredFields: signIn.requiredFields.filter((required) => required !== key) },
});

function DeletedMemberContent({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      settings={settings}
      read={({ members: { contentOfDeleted } }) => ({ contentOfDeleted })}
      write={(members) => ({ members })}
    >
      {(form) => (
        <Section title="When a member leaves" lead="Choose what happens to their items and submissions.">
          <Radio.Group aria-label="Content of members who leave" {...form.getInputProps('contentOfDeleted')}>
            <Stack gap="xs">
              <Radio
                value="ANONYMISE"
                label="Keep it, without a name"
                description="Items and submissions stay, but no longer show who wrote them."
              />
              <Radio
                value="DELETE"
                label="Delete it"
                description="Everything the member wrote is deleted with the account, for good."
              />
            </Stack>
          </Radio.Group>
        </Section>
      )}
    </SettingsForm>
  );
}
