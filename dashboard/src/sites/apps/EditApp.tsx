import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { focusFirstError } from '../../ui/form-errors.ts';
import { useGuardedClose } from '../../ui/UnsavedChanges.tsx';
import { AppFields } from './AppFields.tsx';
import { type App, type AppValues, appErrorsOf, validateApp } from './app-values.ts';

/** Changes an app. Its client id stays the same, so that websites that use it keep working. */
export function EditApp({ app, onClose }: { app: App | null; onClose: () => void }) {
  return app && <EditForm app={app} onClose={onClose} />;
}

function EditForm({ app, onClose }: { app: App; onClose: () => void }) {
  const { name, redirectUris, redirectDomains, rotateRefreshTokens } = app;
  const form = useForm<AppValues>({
    initialValues: { name, redirectUris, redirectDomains, rotateRefreshTokens },
    validate: validateApp,
  });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: (values: AppValues) =>
      admin.call('sites.apps.update', {
        query: { clientId: app.clientId },
        body: { app: { ...values, name: values.name.trim() } },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['apps'] });
      notifySuccess('The app is saved.');
      onClose();
    },
    onError: (error) => form.setErrors(appErrorsOf(error)),
  });
  return (
    <>
      <Modal opened onClose={close} title="Change the OAuth app" size="lg" closeOnClickOutside={false}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <AppFields form={form} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {question}
    </>
  );
}
