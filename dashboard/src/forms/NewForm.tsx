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
import { defaultRows, type NewFormValues, toForm } from './new-form.ts';
import { formPath } from './share-address.ts';

/** A simple form, made in a minute: a name and a list of fields. */
export function NewForm() {
  const navigate = useNavigate();
  const form = useForm<NewFormValues>({
    initialValues: {
      name: '',
      submitText: 'Send',
      thanks: 'Thank you. We have your message.',
      fields: defaultRows(),
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the form a name.' : null),
      fields: {
        label: (value) => (value.trim() === '' ? 'Write what is asked.' : null),
        options: (options, values, path) => {
          const field = values.fields[Number(path.split('.')[1])];
          return field?.kind === 'choice' && options.length < 2 ? 'Enter at least two options.' : null;
        },
      },
    },
  });
  const create = useMutation({
    mutationFn: (values: NewFormValues) => admin.call('forms.forms.create', { body: { form: toForm(values) } }),
    onSuccess: async ({ form: made }) => {
      await queryClient.invalidateQueries({ queryKey: ['forms'] });
      notifySuccess('The form is made. Share its address.');
      navigate(formPath(made.id));
    },
    onError: (error) =>
      form.setErrors(fieldErrorsOf(error, (path) => (/(^|\.)name$/.test(path) ? 'name' : undefined)) ?? {}),
  });
  const isElsewhere = create.error && Object.keys(form.errors).length === 0;
  return (
    <Page title="New form" back={{ to: '/forms', label: 'Forms' }}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
        <Stack gap="xl" maw={820}>
          {isElsewhere && <ErrorState error={create.error} />}
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
            <TextInput label="Button" maxLength={65} {...form.getInputProps('submitText')} />
            <TextInput label="Shown after sending" maxLength={500} {...form.getInputProps('thanks')} />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={create.isPending} disabled={form.values.fields.length === 0}>
              Make form
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
