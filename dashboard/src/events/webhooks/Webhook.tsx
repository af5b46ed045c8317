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
import { sentenceOf } from '../../ui/ErrorState.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { refreshWebhooks, type Webhook as SiteWebhook, webhookQuery } from './queries.ts';
import { ShownSecret } from './ShownSecret.tsx';
import { WebhookState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

const WebhookModal = lazy(async () => ({ default: (await import('./WebhookModal.tsx')).WebhookModal }));

/** One webhook: whether it works, what was told, and what came back. */
export function Webhook() {
  const { webhookId = '' } = useParams();
  const webhook = useQuery(webhookQuery(webhookId));
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        <IconArrowLeft size={14} aria-hidden /> Webhooks
      </Anchor>
      <QueryView query={webhook}>{(one) => <Details webhook={one} />}</QueryView>
    </Stack>
  );
}

function Details({ webhook }: { webhook: SiteWebhook }) {
  const { webhookId, eventTypes, disabledReason, failingSince } = webhook;
  const query = { webhookId };
  const [opened, setOpened] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const onError = (error: unknown) => notifyFailure(sentenceOf(error));
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => admin.call('events.webhooks.update', { query, body: { webhook: { enabled } } }),
    onError,
    onSettled: refreshWebhooks,
  });
  const test = useMutation({
    mutationFn: () => admin.call('events.webhooks.test', { query }),
    onSuccess: async ({ delivery }) => {
      await refreshWebhooks();
      setOpened(delivery.deliveryId);
    },
    onError,
  });
  const rotate = useMutation({
    mutationFn: () => admin.call('events.webhooks.rotateSecret', { query }),
    onSuccess: () => {
      setRotating(false);
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
            onClick={() => setEditing(true)}
          >
            Change
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconKey size={14} aria-hidden />}
            onClick={() => {
              rotate.reset();
              setRotating(true);
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
          title={disabledReason ? 'It was switched off' : 'Nothing gets through'}
        >
          {disabledReason === 'GONE' &&
            'The receiver answered that it is gone (410). Switch it on again when it is back.'}
          {disabledReason === 'FAILING' && 'Nothing got through for days. Switch it on again when the receiver works.'}
          {!disabledReason && failingSince && `Since ${formatDateTime(failingSince)}. See what came back below.`}
        </Alert>
      )}
      <Switch
        label="On"
        description="While it is off, nothing is told and nothing is made up for later."
        checked={webhook.enabled}
        disabled={toggle.isPending}
        onChange={(event) => toggle.mutate(event.currentTarget.checked)}
      />
      <Text size="sm">
        <Text span inherit c="dimmed">
          Told of:{' '}
        </Text>
        {eventTypes.includes('*') ? 'all events' : eventTypes.map(nameOfEvent).join(', ')}
      </Text>
      {webhook.publicKey && (
        <Section title="Public key">
          <Snippet label="Public key" code={webhook.publicKey} />
        </Section>
      )}
      <Section title="Deliveries" lead="Of the last 30 days, newest first.">
        <DeliveryLog webhook={webhook} opened={opened} onOpen={setOpened} />
      </Section>
      <ConfirmModal
        opened={isRotating}
        onClose={() => setRotating(false)}
        title={webhook.format === 'JWT' ? 'Make a new key pair?' : 'Make a new secret?'}
        action={webhook.format === 'JWT' ? 'Make key pair' : 'Make secret'}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        <Text size="sm">
          {webhook.format === 'JWT'
            ? 'From now on messages are signed with the new key: your server refuses them until it has the new public key.'
            : 'The old secret signs beside the new one for a day, so that your server can change over.'}
        </Text>
      </ConfirmModal>
      <Modal
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        title={webhook.format === 'JWT' ? 'The new public key' : 'The new secret'}
        closeOnClickOutside={false}
      >
        {rotate.data && <ShownSecret {...rotate.data} onClose={rotate.reset} />}
      </Modal>
      <Suspense>{isEditing && <WebhookModal webhook={webhook} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}
