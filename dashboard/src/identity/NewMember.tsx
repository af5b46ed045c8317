import { Checkbox, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { isEmail, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { describeError, ErrorState } from '../ui/ErrorState.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { useGuardedClose } from '../ui/UnsavedChanges.tsx';
import { refreshMembers } from './queries.ts';

const initialValues = { email: '', firstName: '', lastName: '', sendsLink: true };

/** Adds a member, who needs no approval or verification code. By default, sends them a link to set a password. */
export function NewMember({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues, validate: { email: isEmail('Enter an e-mail address.') } });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const create = useMutation({
    mutationFn: async ({ email, firstName, lastName, sendsLink }: typeof initialValues) => {
      const contact = { firstName: firstName.trim() || null, lastName: lastName.trim() || null };
      await admin.call('identity.members.create', { body: { member: { loginEmail: email.trim(), contact } } });
      if (sendsLink) await sendLink(email.trim());
      else notifySuccess('The member is added.');
    },
    onSuccess: () => {
      onClose();
      return refreshMembers();
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, nameOf) ?? {}),
  });
  return (
    <>
      <Modal opened onClose={close} title="New member" closeOnClickOutside={false}>
        <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {create.error && Object.keys(form.errors).length === 0 && <ErrorState error={create.error} />}
            <TextInput
              label="E-mail"
              type="email"
              required
              autoComplete="off"
              maxLength={254}
              data-autofocus
              {...form.getInputProps('email')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="First name" maxLength={100} autoComplete="off" {...form.getInputProps('firstName')} />
              <TextInput label="Last name" maxLength={100} autoComplete="off" {...form.getInputProps('lastName')} />
            </SimpleGrid>
            <Checkbox
              label="Send a link to set a password"
              description="Members cannot sign in without a password. You can also send the link later."
              {...form.getInputProps('sendsLink', { type: 'checkbox' })}
            />
            <FormButtons isPending={create.isPending} onCancel={close}>
              Add member
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      {question}
    </>
  );
}

/** Sends the link. If the call fails, shows a message that the member was added nevertheless. */
async function sendLink(email: string): Promise<void> {
  try {
    await admin.call('identity.siteMembers.sendSetPasswordEmail', { body: { email } });
    notifySuccess(`The member is added. A link is on its way to ${email}.`);
  } catch (error) {
    notifyFailure(`The member is added, but the link could not be sent. ${describeError(error)}`);
  }
}

const inputNames: Readonly<Record<string, string>> = {
  loginEmail: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
};
const nameOf = (path: string): string | undefined => inputNames[path.split('.').at(-1) ?? ''];
