import { Checkbox, Modal, Radio, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { useReturnedFocus } from '../../ui/dialog-focus.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { refreshWebhooks, type Webhook } from './queries.ts';
import { ShownSecret } from './ShownSecret.tsx';
import { eventGroups, toWebhook, type WebhookValues, webhookValues } from './webhook-values.ts';

interface WebhookModalProps {
  /** null: a new one */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Makes or changes a webhook, and shows its secret this once. */
export function WebhookModal({ webhook, onClose }: WebhookModalProps) {
  useReturnedFocus();
  const [made, setMade] = useState<{ webhook: Webhook; secret: string | null } | null>(null);
  const form = useForm<WebhookValues>({
    initialValues: webhookValues(webhook),
    validate: {
      url: (url) => (/^https?:\/\/[^\s/]/.test(url.trim()) ? null : 'Enter a whole address, with https.'),
      events: (events, { all }) => (all || events.length > 0 ? null : 'Choose at least one event.'),
    },
  });
  const save = useMutation({
    mutationFn: (values: WebhookValues) => {
      const body = { webhook: toWebhook(values) };
      return webhook
        ? admin.call('events.webhooks.update', { query: { webhookId: webhook.webhookId }, body })
        : admin.call('events.webhooks.create', { body });
    },
    onSuccess: async (answer) => {
      await refreshWebhooks();
      if (answer.secret || (answer.webhook.publicKey && answer.webhook.publicKey !== webhook?.publicKey)) {
        setMade(answer);
        return;
      }
      notifySuccess('The webhook is saved.');
      onClose();
    },
    onError: (error) =>
      form.setErrors(
        fieldErrorsOf(
          error,
          (path) => /(?:^|\.)(name|url)$/.exec(path)?.[1] ?? (/eventTypes/.test(path) ? 'events' : undefined),
        ) ?? {},
      ),
  });
  const title = made ? 'The webhook is made' : webhook ? 'Change webhook' : 'New webhook';
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      {made ? (
        <ShownSecret webhook={made.webhook} secret={made.secret} onClose={onClose} />
      ) : (
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <TextInput
              label="Address"
              description="It gets a POST for each event, and answers with any 2xx."
              placeholder="https://example.org/hooks"
              type="url"
              required
              maxLength={2048}
              data-autofocus
              {...form.getInputProps('url')}
            />
            <TextInput label="Name" description="For you." maxLength={100} {...form.getInputProps('name')} />
            <Radio.Group
              label="Signed as"
              description={webhook ? 'Another format makes a new secret.' : undefined}
              {...form.getInputProps('format')}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="STANDARD"
                  label="Standard Webhooks"
                  description="JSON with a signature in the headers; libraries in most languages check it."
                />
                <Radio value="JWT" label="Signed token" description="What @wix/sdk reads, checked with a public key." />
              </Stack>
            </Radio.Group>
            <Switch
              label="All events"
              description="Also those that later versions add."
              {...form.getInputProps('all', { type: 'checkbox' })}
            />
            {!form.values.all && (
              <Checkbox.Group aria-label="Events" {...form.getInputProps('events')}>
                <Stack gap="md">
                  {eventGroups.map(({ title: group, events }) => (
                    <fieldset key={group} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
                      <Text component="legend" size="sm" fw={500} mb={6}>
                        {group}
                      </Text>
                      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                        {events.map(({ value, label }) => (
                          <Checkbox key={value} value={value} label={label} />
                        ))}
                      </SimpleGrid>
                    </fieldset>
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
            <FormButtons isPending={save.isPending} onCancel={onClose}>
              {webhook ? 'Save webhook' : 'Make webhook'}
            </FormButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
