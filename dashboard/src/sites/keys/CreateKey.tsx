import { Button, Checkbox, Group, Modal, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { focusFirstError } from '../../ui/form-errors.ts';
import { siteDayOf, startOfDay } from '../../ui/site-zone.ts';
import { scopes } from './scopes.ts';

export function CreateKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New API key" size="lg" closeOnClickOutside={false}>
      <Steps onClose={onClose} />
    </Modal>
  );
}

const initialValues = { name: '', access: 'all', scopes: [] as string[], expires: '' };

function Steps({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues,
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the key a name.' : null),
      scopes: (value, { access }) => (access === 'some' && value.length === 0 ? 'Select at least one.' : null),
      expires: (value) => (value && value < siteDayOf(new Date()) ? 'This day has passed.' : null),
    },
  });
  const create = useMutation({
    mutationFn: (values: typeof initialValues) =>
      admin.call('sites.keys.create', {
        body: {
          key: {
            name: values.name.trim(),
            scopes: values.access === 'all' ? ['*'] : values.scopes,
            ...(values.expires ? { expiresDate: endOfDay(values.expires) } : {}),
          },
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (create.data) {
    return (
      <Stack>
        <Text size="sm">
          Copy the key of “{create.data.key.name}” and keep it safe. It is <strong>shown only now</strong>.
        </Text>
        <CopyField label="API key" value={create.data.apiKey} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
      <Stack>
        {create.error && <ErrorState error={create.error} />}
        <TextInput
          label="Name"
          description="Describe what uses the key, for example “Nightly import”."
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label="What it may do" {...form.getInputProps('access')}>
          <Group mt={6}>
            <Radio value="all" label="Everything" />
            <Radio value="some" label="Only selected rights" />
          </Group>
        </Radio.Group>
        {form.values.access === 'some' && (
          <Checkbox.Group label="Rights" {...form.getInputProps('scopes')}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
              {scopes.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} description={value} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
        <TextInput
          label="Expires at the end of"
          description="Leave empty for a key that does not expire."
          type="date"
          min={siteDayOf(new Date())}
          {...form.getInputProps('expires')}
        />
        <FormButtons isPending={create.isPending} onCancel={onClose}>
          Create key
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Returns the last millisecond of a day `YYYY-MM-DD` in the time zone of the site. */
function endOfDay(day: string): string | undefined {
  const next = startOfDay(day, 1);
  return next ? new Date(next.getTime() - 1).toISOString() : undefined;
}
