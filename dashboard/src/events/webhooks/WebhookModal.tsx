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
import { useReturnFocus } from '../../ui/dialog-focus.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { refreshWebhooks, type Webhook } from './queries.ts';
import { WebhookSecret } from './WebhookSecret.tsx';
import { eventGroups, toWebhook, valuesOf, type WebhookValues } from './webhook-values.ts';

interface WebhookModalProps {
  /** Null to create a webhook. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Creates or edits a webhook. A new secret is shown once after the save. */
export function WebhookModal({ webhook, onClose }: WebhookModalProps) {
  useReturnFocus();
  const [savedResponse, setSavedResponse] = useState<{ webhook: Webhook; secret: string | null } | null>(null);
  const form = useForm<WebhookValues>({
    initialValues: valuesOf(webhook),
    validate: {
      url: (url) =>
        /^https?:\/\/[^\s/]/.test(url.trim()) ? null : 'Enter a full web address, such as https://example.org/hooks.',
      events: (events, { hasAllEvents }) => (hasAllEvents || events.length > 0 ? null : 'Choose at least one event.'),
    },
  });
  const save = useMutation({
    mutationFn: (values: WebhookValues) => {
      const body = { webhook: toWebhook(values) };
      return webhook
        ? admin.call('events.webhooks.update', { query: { webhookId: webhook.webhookId }, body })
        : admin.call('events.webhooks.create', { body });
    },
    onSuccess: async (response) => {
      await refreshWebhooks();
      if (response.secret || (response.webhook.publicKey && response.webhook.publicKey !== webhook?.publicKey)) {
        setSavedResponse(response);
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
  const title = savedResponse ? 'The webhook is saved' : webhook ? 'Edit webhook' : 'New webhook';
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      {savedResponse ? (
        <WebhookSecret webhook={savedResponse.webhook} secret={savedResponse.secret} onClose={onClose} />
      ) : (
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            <TextInput
              label="Address"
              description="Events are sent to this address as POST requests. Your server must respond with a 2xx status."
              placeholder="https://example.org/hooks"
              type="url"
              required
              maxLength={2048}
              data-autofocus
              {...form.getInputProps('url')}
            />
            <TextInput
              label="Name"
              description="A name that helps you recognize the webhook."
              maxLength={100}
              {...form.getInputProps('name')}
            />
            <Radio.Group
              label="Signature format"
              description={webhook ? 'If you change the format, a new secret is created.' : undefined}
              {...form.getInputProps('format')}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="STANDARD"
                  label="Standard Webhooks"
                  description="JSON with a signature in the headers. Libraries for most languages can verify it."
                />
                <Radio
                  value="JWT"
                  label="Signed token"
                  description="The format that @wix/sdk reads. Your server verifies it with a public key."
                />
              </Stack>
            </Radio.Group>
            <Switch
              label="All events"
              description="Includes events that future versions add."
              {...form.getInputProps('hasAllEvents', { type: 'checkbox' })}
            />
            {!form.values.hasAllEvents && (
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
              {webhook ? 'Save webhook' : 'Create webhook'}
            </FormButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
