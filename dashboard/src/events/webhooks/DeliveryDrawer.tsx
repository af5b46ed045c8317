import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import type { Calls } from '@portico/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../app/notify.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { describeError } from '../../ui/ErrorState.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { deliveryQuery, refreshWebhooks } from './queries.ts';
import { DeliveryState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

type Details = Calls['events.webhookDeliveries.get']['response']['delivery'];

interface DeliveryDrawerProps {
  /** Null if the drawer is closed. */
  deliveryId: string | null;
  /** True if the webhook is switched on. An event can be sent again only then. */
  isOn: boolean;
  onClose: () => void;
}

/** Shows a delivery: the request, and the response to each attempt. */
export function DeliveryDrawer({ deliveryId, isOn, onClose }: DeliveryDrawerProps) {
  const delivery = useQuery(deliveryQuery(deliveryId));
  return (
    <Drawer
      opened={deliveryId !== null}
      onClose={onClose}
      title={delivery.data ? nameOfEvent(delivery.data.eventType) : 'Delivery'}
    >
      <QueryView query={delivery}>{(data) => <DeliveryDetails delivery={data} isOn={isOn} />}</QueryView>
    </Drawer>
  );
}

function DeliveryDetails({ delivery, isOn }: { delivery: Details; isOn: boolean }) {
  const { deliveryId, request, attemptLog } = delivery;
  const redeliver = useMutation({
    mutationFn: () => admin.call('events.webhookDeliveries.redeliver', { query: { deliveryId } }),
    onSuccess: () => notifySuccess('The event is being sent again.'),
    onError: (error) => notifyFailure(describeError(error)),
    onSettled: refreshWebhooks,
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="xs">
          <DeliveryState status={delivery.status} />
          <Text size="sm" c="dimmed">
            {delivery.nextAttemptDate
              ? `Next attempt: ${formatDateTime(delivery.nextAttemptDate)}`
              : formatDateTime(delivery.finishedDate ?? delivery.createdDate)}
          </Text>
        </Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={redeliver.isPending}
          disabled={!isOn || request === null}
          onClick={() => redeliver.mutate()}
        >
          Send again
        </Button>
      </Group>
      <section aria-label="Attempts">
        <Title order={3} size="h5" mb="xs">
          Attempts
        </Title>
        {attemptLog.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            No attempts yet.
          </Text>
        ) : (
          <Stack gap="md">
            {attemptLog.toReversed().map((attempt) => (
              <div key={attempt.date}>
                <Text size="sm" fw={500}>
                  {attempt.httpStatus === null ? 'No response' : `Response ${attempt.httpStatus}`}
                  <Text span inherit fw={400} c="dimmed">
                    {` · ${formatDateTime(attempt.date)} · ${formatNumber(attempt.durationMs)} ms`}
                  </Text>
                </Text>
                {attempt.error && (
                  <Text size="sm" c="var(--mantine-color-error)">
                    {attempt.error}
                  </Text>
                )}
                {attempt.answer && <Snippet label="Response" code={attempt.answer} wraps />}
              </div>
            ))}
          </Stack>
        )}
      </section>
      <section aria-label="Request">
        <Title order={3} size="h5" mb="xs">
          Request
        </Title>
        {request ? (
          <Stack gap="sm">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              POST {request.url}
            </Text>
            <Snippet
              wraps
              label="Headers"
              code={Object.entries(request.headers)
                .map((pair) => pair.join(': '))
                .join('\n')}
            />
            <Snippet label="Body" code={formatJson(request.body)} wraps />
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            The request was deleted when the person whom it was about was deleted.
          </Text>
        )}
      </section>
      <CopyField label="Delivery id" value={deliveryId} />
    </Stack>
  );
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
