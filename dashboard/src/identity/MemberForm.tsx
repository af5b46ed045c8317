import { Button, Group, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import type { MemberField } from '../sites/settings/member-fields.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { CustomFieldInput } from './CustomFieldInput.tsx';
import { changesOf, type MemberValues, nameOfValue, valuesOf } from './member-values.ts';
import { type Member, refreshMembers } from './queries.ts';

interface MemberFormProps {
  member: Member;
  fields: readonly MemberField[];
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

/** Edits the profile of a member. */
export function MemberForm({ member, fields, onDirty, onCancel, onSaved }: MemberFormProps) {
  const initialValues = valuesOf(member, fields);
  const form = useForm<MemberValues>({ initialValues });
  const isDirty = form.isDirty();
  // A layout effect runs before the next key press. Otherwise, Escape right after typing would discard the changes.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: (values: MemberValues) => {
      // The client takes the id for the path from the body.
      const changed = { ...changesOf(initialValues, values), id: member.id };
      return admin.call('identity.members.update', { body: { member: changed } });
    },
    onSuccess: async () => {
      notifySuccess('The member is saved.');
      await refreshMembers();
      onSaved();
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, nameOfValue) ?? {}),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
      <Stack>
        {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Nickname" maxLength={100} data-autofocus {...form.getInputProps('nickname')} />
          <TextInput label="Title" maxLength={200} {...form.getInputProps('title')} />
          <TextInput label="First name" maxLength={100} {...form.getInputProps('firstName')} />
          <TextInput label="Last name" maxLength={100} {...form.getInputProps('lastName')} />
          <TextInput label="Company" maxLength={100} {...form.getInputProps('company')} />
          <TextInput label="Job title" maxLength={100} {...form.getInputProps('jobTitle')} />
        </SimpleGrid>
        <TagsInput
          label="Phone numbers"
          placeholder="Type a number and press Enter"
          maxTags={20}
          {...form.getInputProps('phones')}
        />
        <TextInput label="Birthday" type="date" maw={220} {...form.getInputProps('birthdate')} />
        {fields.map((field) => (
          <CustomFieldInput key={field.key} field={field} form={form} />
        ))}
        <Switch
          label="Public profile"
          description="Other members and visitors can see the nickname, title and picture."
          {...form.getInputProps('isPublic', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
