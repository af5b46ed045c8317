import { Alert, Anchor, Button, Group, Modal, Stack, Switch, Text, Title } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { IconAlertTriangle, IconArrowLeft, IconKey, IconPencil, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { admin } from '../../app/client.ts';
import { notifyFailure } from '../../app/notify.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { describeError } from '../../ui/ErrorState.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { refreshWebhooks, type Webhook as SiteWebhook, webhookQuery } from './queries.ts';
import { WebhookSecret } from './WebhookSecret.tsx';
import { WebhookState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

const WebhookModal = lazy(async () => ({ default: (await import('./WebhookModal.tsx')).WebhookModal }));

/** Shows a webhook: its state, its settings and its deliveries. */
export function Webhook() {
  const { webhookId = '' } = useParams();
  const webhook = useQuery(webhookQuery(webhookId));
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        <IconArrowLeft size={14} aria-hidden /> Webhooks
      </Anchor>
      <QueryView query={webhook}>{(data) => <Details webhook={data} />}</QueryView>
    </Stack>
  );
}

function Details({ webhook }: { webhook: SiteWebhook }) {
  const { webhookId, eventTypes, disabledReason, failingSince } = webhook;
  const query = { webhookId };
  const [openDeliveryId, setOpenDeliveryId] = useState<string | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [isRotating, setIsRotating] = useState(false);
  const onError = (error: unknown) => notifyFailure(describeError(error));
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => admin.call('events.webhooks.update', { query, body: { webhook: { enabled } } }),
    onError,
    onSettled: refreshWebhooks,
  });
  const test = useMutation({
    mutationFn: () => admin.call('events.webhooks.test', { query }),
    onSuccess: async ({ delivery }) => {
      await refreshWebhooks();
      setOpenDeliveryId(delivery.deliveryId);
    },
    onError,
  });
  const rotate = useMutation({
    mutationFn: () => admin.call('events.webhooks.rotateSecret', { query }),
    onSuccess: () => {
      setIsRotating(false);
      return refreshWebhooks();
    },
  });
  return (
    <>
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={2} style={{ overflowWrap: 'anywhere' }}>
              {webhook.name || webhook.url}
            </Title>
            <WebhookState webhook={webhook} />
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            leftSection={<IconSend size={14} aria-hidden />}
            loading={test.isPending}
            disabled={!webhook.enabled}
            onClick={() => test.mutate()}
          >
            Send a test
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconKey size={14} aria-hidden />}
            onClick={() => {
              rotate.reset();
              setIsRotating(true);
            }}
          >
            New {webhook.format === 'JWT' ? 'key pair' : 'secret'}
          </Button>
        </Group>
      </Group>
      {(disabledReason || failingSince) && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={disabledReason ? 'This webhook was switched off' : 'Deliveries are failing'}
        >
          {disabledReason === 'GONE' &&
            'The receiver responded with 410 (Gone). Switch the webhook on again when the receiver works.'}
          {disabledReason === 'FAILING' &&
            'All deliveries have failed for several days. Switch the webhook on again when the receiver works.'}
          {!disabledReason &&
            failingSince &&
            `No delivery has succeeded since ${formatDateTime(failingSince)}. See the responses below.`}
        </Alert>
      )}
      <Switch
        label="On"
        description="Events that occur while the webhook is off are never sent."
        checked={webhook.enabled}
        disabled={toggle.isPending}
        onChange={(event) => toggle.mutate(event.currentTarget.checked)}
      />
      <Text size="sm">
        <Text span inherit c="dimmed">
          Events:{' '}
        </Text>
        {eventTypes.includes('*') ? 'all events' : eventTypes.map(nameOfEvent).join(', ')}
      </Text>
      {webhook.publicKey && (
        <Section title="Public key">
          <Snippet label="Public key" code={webhook.publicKey} />
        </Section>
      )}
      <Section title="Deliveries" lead="Deliveries of the last 30 days, newest first.">
        <DeliveryLog webhook={webhook} openDeliveryId={openDeliveryId} onOpen={setOpenDeliveryId} />
      </Section>
      <ConfirmModal
        opened={isRotating}
        onClose={() => setIsRotating(false)}
        title={webhook.format === 'JWT' ? 'Create a new key pair?' : 'Create a new secret?'}
        action={webhook.format === 'JWT' ? 'Create key pair' : 'Create secret'}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        <Text size="sm">
          {webhook.format === 'JWT'
            ? 'From now on, messages are signed with the new key. Your server rejects them until it has the new public key.'
            : 'For one day, messages are signed with both the old and the new secret, so that you can update your server.'}
        </Text>
      </ConfirmModal>
      <Modal
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        title={webhook.format === 'JWT' ? 'The new public key' : 'The new secret'}
        closeOnClickOutside={false}
      >
        {rotate.data && <WebhookSecret {...rotate.data} onClose={rotate.reset} />}
      </Modal>
      <Suspense>{isEditing && <WebhookModal webhook={webhook} onClose={() => setIsEditing(false)} />}</Suspense>
    </>
  );
}
