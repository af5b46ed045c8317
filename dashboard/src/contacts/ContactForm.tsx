import { Button, Group, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { admin } from '../app/client.ts';
import { isConflict } from '../app/is-conflict.ts';
import { notifySuccess } from '../app/notify.ts';
import { listCountryOptions } from '../ui/countries.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { ContactLines } from './ContactLines.tsx';
import { type ContactValues, changesOf, nameOfContactField, valuesOf } from './contact-values.ts';
import { type Contact, type ContactLabel, refreshContacts } from './queries.ts';

interface ContactFormProps {
  contact: Contact;
  labels: readonly ContactLabel[];
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

/** The form for the data of a contact. */
export function ContactForm({ contact, labels, onDirty, onCancel, onSaved }: ContactFormProps) {
  const form = useForm<ContactValues>({
    initialValues: valuesOf(contact.info),
    validate: {
      emails: {
        value: (value) => (value.trim() === '' || /^\S+@\S+$/.test(value.trim()) ? null : 'Enter an e-mail address.'),
      },
    },
  });
  const isDirty = form.isDirty();
  // A layout effect runs before the next key press. Otherwise, Escape right after typing would discard the changes.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    mutationFn: async (values: ContactValues) => {
      const chosen = await keysOf(values.labels, labels);
      const info = changesOf(contact.info, { ...values, labels: chosen });
      return admin.call('contacts.contacts.update', {
        query: { contactId: contact.id },
        body: { contact: { revision: contact.revision, info } },
      });
    },
    onSuccess: async () => {
      notifySuccess('The contact is saved.');
      await refreshContacts();
      onSaved();
    },
    onError: (error) => {
      form.setErrors(fieldErrorsOf(error, nameOfContactField) ?? {});
      // Loads the newer version without changing the typed values.
      if (isConflict(error)) refreshContacts();
    },
  });
  const isStale = isConflict(save.error);
  const names = new Map(labels.map(({ key, displayName }) => [key, displayName]));
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
      <Stack>
        {save.error && !isStale && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
        {isStale && (
          <Group role="alert" gap="xs">
            Someone else has changed this contact in the meantime. Save again to keep your changes.
            <Button size="xs" variant="default" onClick={onCancel}>
              Discard my changes
            </Button>
          </Group>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" maxLength={100} data-autofocus {...form.getInputProps('first')} />
          <TextInput label="Last name" maxLength={100} {...form.getInputProps('last')} />
          <TextInput label="Company" maxLength={500} {...form.getInputProps('company')} />
          <TextInput label="Position" maxLength={500} {...form.getInputProps('jobTitle')} />
        </SimpleGrid>
        <ContactLines form={form} list="emails" />
        <ContactLines form={form} list="phones" />
        <TextInput label="Date of birth" type="date" maw={220} {...form.getInputProps('birthdate')} />
        <TextInput label="Street" maxLength={500} {...form.getInputProps('street')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Postal code" maxLength={50} {...form.getInputProps('postalCode')} />
          <TextInput label="City" maxLength={500} {...form.getInputProps('city')} />
        </SimpleGrid>
        <Select
          label="Country"
          searchable
          data={listCountryOptions()}
          {...form.getInputProps('country')}
          value={form.values.country || null}
          onChange={(code) => form.setFieldValue('country', code ?? '')}
        />
        <TagsInput
          label="Labels"
          description="Choose labels or type new ones."
          maxTags={100}
          maxLength={60}
          data={labels.map(({ displayName }) => displayName)}
          {...form.getInputProps('labels')}
          value={form.values.labels.map((key) => names.get(key) ?? key)}
          onChange={(chosen) =>
            form.setFieldValue(
              'labels',
              chosen.map((name) => labels.find(({ displayName }) => displayName === name)?.key ?? name),
            )
          }
        />
        <FormButtons isPending={save.isPending} onCancel={onCancel}>
          Save contact
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Returns the keys of the chosen labels. Creates labels that do not exist yet. */
const keysOf = (chosen: readonly string[], labels: readonly ContactLabel[]): Promise<string[]> =>
  Promise.all(
    chosen.map(async (label) => {
      if (labels.some(({ key }) => key === label)) return label;
      return (await admin.call('contacts.labels.create', { body: { label: { displayName: label } } })).label.key;
    }),
  );
