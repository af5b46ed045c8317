import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../ui/form-errors.ts';
import { Page } from '../ui/Page.tsx';
import { FormFieldRows } from './FormFieldRows.tsx';
import { formPathOf } from './form-urls.ts';
import { makeDefaultRows, type NewFormValues, toForm } from './new-form.ts';

/** Creates a simple form from a name and a list of fields. All other settings are in the form editor. */
export function NewForm() {
  const navigate = useNavigate();
  const form = useForm<NewFormValues>({
    initialValues: {
      name: '',
      submitText: 'Send',
      thanks: 'Thank you. We have received your message.',
      fields: makeDefaultRows(),
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name for the form.' : null),
      fields: {
        label: (value) => (value.trim() === '' ? 'Enter a label for this field.' : null),
        options: (options, values, path) => {
          const field = values.fields[Number(path.split('.')[1])];
          return field?.kind === 'choice' && options.length < 2 ? 'Enter at least two options.' : null;
        },
      },
    },
  });
  const create = useMutation({
    mutationFn: (values: NewFormValues) => admin.call('forms.forms.create', { body: { form: toForm(values) } }),
    onSuccess: async ({ form: created }) => {
      await queryClient.invalidateQueries({ queryKey: ['forms'] });
      notifySuccess('The form has been created. Share its link with your visitors.');
      navigate(formPathOf(created.id));
    },
    onError: (error) =>
      form.setErrors(fieldErrorsOf(error, (path) => (/(^|\.)name$/.test(path) ? 'name' : undefined)) ?? {}),
  });
  const isGeneralError = create.error && Object.keys(form.errors).length === 0;
  return (
    <Page title="New form" back={{ to: '/forms', label: 'Forms' }}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
        <Stack gap="xl" maw={820}>
          {isGeneralError && <ErrorState error={create.error} />}
          <TextInput
            label="Name"
            placeholder="Contact"
            required
            maxLength={200}
            maw={400}
            {...form.getInputProps('name')}
          />
          <FormFieldRows form={form} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Text of the send button" maxLength={65} {...form.getInputProps('submitText')} />
            <TextInput label="Message after sending" maxLength={500} {...form.getInputProps('thanks')} />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={create.isPending} disabled={form.values.fields.length === 0}>
              Create form
            </Button>
            <Button variant="default" onClick={() => navigate('/forms')}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
