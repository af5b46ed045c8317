import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { useReturnFocus } from '../ui/dialog-focus.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { refreshContacts } from './queries.ts';

/** Adds a contact with its name, e-mail address and phone number. Other data is entered in its drawer afterwards. */
export function NewContact({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  useReturnFocus();
  const form = useForm({
    initialValues: { first: '', last: '', email: '', phone: '' },
    validate: {
      first: (_, values) =>
        Object.values(values).every((value) => value.trim() === '')
          ? 'Enter a name, an e-mail address or a phone number.'
          : null,
      email: (email) => (email.trim() === '' || /^\S+@\S+$/.test(email.trim()) ? null : 'Enter an e-mail address.'),
    },
  });
  const create = useMutation({
    mutationFn: ({ first, last, email, phone }: typeof form.values) =>
      admin.call('contacts.contacts.create', {
        body: {
          info: {
            ...(first.trim() || last.trim() ? { name: { first: first.trim(), last: last.trim() } } : {}),
            ...(email.trim() ? { emails: { items: [{ email: email.trim(), primary: true }] } } : {}),
            ...(phone.trim() ? { phones: { items: [{ phone: phone.trim(), primary: true }] } } : {}),
          },
        },
      }),
    onSuccess: async ({ contact }) => {
      await refreshContacts();
      onCreated(contact.id);
    },
    onError: (error) =>
      form.setErrors(fieldErrorsOf(error, (path) => /(first|last|email|phone)$/.exec(path)?.[1]) ?? {}),
  });
  return (
    <Modal opened onClose={onClose} title="New contact">
      <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {create.error && Object.keys(form.errors).length === 0 && <ErrorState error={create.error} />}
          <TextInput label="First name" maxLength={100} data-autofocus {...form.getInputProps('first')} />
          <TextInput label="Last name" maxLength={100} {...form.getInputProps('last')} />
          <TextInput
            label="E-mail"
            description="If a contact already has this address, that contact is opened instead."
            type="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <TextInput label="Phone" type="tel" maxLength={100} {...form.getInputProps('phone')} />
          <FormButtons isPending={create.isPending} onCancel={onClose}>
            Create contact
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
