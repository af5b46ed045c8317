import { Checkbox, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { isEmail, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { ErrorState, sentenceOf } from '../ui/ErrorState.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { useGuardedClose } from '../ui/UnsavedChanges.tsx';
import { refreshMembers } from './queries.ts';

const initialValues = { email: '', firstName: '', lastName: '', isMailed: true };

/** Makes a member whom the site vouches for: no approval, no code, and a link to choose a password. */
export function NewMember({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues, validate: { email: isEmail('Enter an e-mail address.') } });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const create = useMutation({
    mutationFn: async ({ email, firstName, lastName, isMailed }: typeof initialValues) => {
      const contact = { firstName: firstName.trim() || null, lastName: lastName.trim() || null };
      await admin.call('identity.members.create', { body: { member: { loginEmail: email.trim(), contact } } });
      if (isMailed) await mailLink(email.trim());
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
              label="Mail a link to choose a password"
              description="Without a password nobody can sign in. You can also send the link later."
              {...form.getInputProps('isMailed', { type: 'checkbox' })}
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

/** The member is there already: a mail that fails must not look as if nothing had been done. */
async function mailLink(email: string): Promise<void> {
  try {
    await admin.call('identity.siteMembers.sendSetPasswordEmail', { body: { email } });
    notifySuccess(`The member is added. A link is on its way to ${email}.`);
  } catch (error) {
    notifyFailure(`The member is added, but the link could not be mailed. ${sentenceOf(error)}`);
  }
}

const names: Readonly<Record<string, string>> = { loginEmail: 'email', firstName: 'firstName', lastName: 'lastName' };
const nameOf = (path: string): string | undefined => names[path.split('.').at(-1) ?? ''];
