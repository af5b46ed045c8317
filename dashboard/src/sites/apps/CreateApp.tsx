import { Button, Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';

interface CreateAppProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateApp({ opened, onClose }: CreateAppProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New OAuth app" size="lg" closeOnClickOutside={false}>
      <Steps onClose={onClose} />
    </Modal>
  );
}

const initialValues = { name: '', redirectUris: [] as string[], redirectDomains: [] as string[] };

function Steps({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues,
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the app a name.' : null),
      redirectUris: (uris) =>
        uris.every(isAddress) ? null : 'Each must be a whole address, as https://example.com/callback.',
    },
  });
  const create = useMutation({
    mutationFn: (app: typeof initialValues) => admin.call('sites.apps.create', { body: { app } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['apps'] }),
    onError: (error) => form.setErrors(fieldErrorsOf(error, (path) => /^app\.(\w+)/.exec(path)?.[1]) ?? {}),
  });
  if (create.data) {
    return (
      <Stack>
        <Text size="sm">
          “{create.data.app.name}” is ready. The <strong>secret is shown only now</strong>: programs on servers need it,
          websites in a browser do not.
        </Text>
        <CopyField label="Client id" value={create.data.app.clientId} />
        <CopyField label="Client secret" value={create.data.clientSecret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={form.onSubmit((values) => create.mutate({ ...values, name: values.name.trim() }), focusFirstError)}
      noValidate
    >
      <Stack>
        {create.error && Object.keys(form.errors).length === 0 && <ErrorState error={create.error} />}
        <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <TagsInput
          label="Redirect addresses"
          description="Where members return to after signing in. Enter one after the other."
          placeholder="https://example.com/callback"
          maxTags={20}
          splitChars={[' ', ',']}
          {...form.getInputProps('redirectUris')}
        />
        <TagsInput
          label="Redirect domains"
          description="Any page of these domains may be returned to, e.g. after signing out."
          placeholder="example.com"
          maxTags={20}
          splitChars={[' ', ',']}
          {...form.getInputProps('redirectDomains')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Make app
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isAddress = (text: string): boolean => URL.canParse(text) && text.includes(':');
