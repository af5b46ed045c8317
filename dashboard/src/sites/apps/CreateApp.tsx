import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { focusFirstError } from '../../ui/form-errors.ts';
import { AppFields } from './AppFields.tsx';
import { type AppValues, appErrorsOf, newApp, validateApp } from './app-values.ts';

interface CreateAppProps {
  opened: boolean;
  onClose: () => void;
  /** The redirect addresses that the form starts with. */
  redirectUris?: string[];
}

export function CreateApp({ opened, onClose, redirectUris = [] }: CreateAppProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New OAuth app" size="lg" closeOnClickOutside={false}>
      <CreateAppSteps onClose={onClose} redirectUris={redirectUris} />
    </Modal>
  );
}

function CreateAppSteps({ onClose, redirectUris }: { onClose: () => void; redirectUris: string[] }) {
  const form = useForm<AppValues>({ initialValues: { ...newApp, redirectUris }, validate: validateApp });
  const create = useMutation({
    mutationFn: (app: AppValues) => admin.call('sites.apps.create', { body: { app } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['apps'] }),
    onError: (error) => form.setErrors(appErrorsOf(error)),
  });
  if (create.data) {
    return (
      <Stack>
        <Text size="sm">
          “{create.data.app.name}” is ready. Copy the <strong>secret, it is shown only now</strong>. Programs on servers
          need it, websites in a browser do not.
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
        <AppFields form={form} />
        <FormButtons isPending={create.isPending} onCancel={onClose}>
          Create app
        </FormButtons>
      </Stack>
    </form>
  );
}
