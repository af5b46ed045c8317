import { Anchor, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAgo, formatDateTime } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { type DeliveryStatus, deliveriesQuery, type Webhook } from './queries.ts';
import { DeliveryState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

const filters = [
  { value: '', label: 'All' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'FAILED', label: 'Failed' },
];

interface DeliveryLogProps {
  webhook: Webhook;
  openDeliveryId: string | null;
  onOpen: (deliveryId: string | null) => void;
}

/** Lists the deliveries of a webhook, page by page. */
export function DeliveryLog({ webhook, openDeliveryId, onOpen }: DeliveryLogProps) {
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  // The endpoint returns no previous cursor, so the cursors of the visited pages are stored for the back button.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const deliveries = useQuery(deliveriesQuery(webhook.webhookId, status, cursors.at(-1) ?? null));
  return (
    <Stack>
      <SegmentedControl
        size="xs"
        w="fit-content"
        maw="100%"
        aria-label="State of the deliveries"
        data={filters}
        value={status ?? ''}
        onChange={(next) => {
          setStatus((next || null) as DeliveryStatus | null);
          setCursors([]);
        }}
      />
      <QueryView query={deliveries}>
        {({ deliveries: list, nextCursor }) =>
          list.length === 0 ? (
            <Text size="sm" c="dimmed">
              {status ? 'No deliveries in this state.' : 'No deliveries yet. Send a test to check the connection.'}
            </Text>
          ) : (
            <>
              <Scroller label="Deliveries">
                <Table miw={560} verticalSpacing="xs" highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Event</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th ta="end">Attempts</Table.Th>
                      <Table.Th>Created</Table.Th>
                      <Table.Th>Next attempt</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {list.map((delivery) => (
                      <Table.Tr key={delivery.deliveryId}>
                        <Table.Td>
                          <Anchor
                            component="button"
                            type="button"
                            inherit
                            fw={500}
                            ta="start"
                            onClick={() => onOpen(delivery.deliveryId)}
                          >
                            {nameOfEvent(delivery.eventType)}
                          </Anchor>
                        </Table.Td>
                        <Table.Td>
                          <DeliveryState status={delivery.status} />
                        </Table.Td>
                        <Table.Td ta="end">{delivery.attempts}</Table.Td>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(delivery.createdDate)}</Table.Td>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>
                          {delivery.nextAttemptDate ? formatAgo(delivery.nextAttemptDate) : ''}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Scroller>
              {(cursors.length > 0 || nextCursor) && (
                <Group component="nav" justify="flex-end" {...{ 'aria-label': 'Pages' }}>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={cursors.length === 0}
                    onClick={() => setCursors(cursors.slice(0, -1))}
                  >
                    Back
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={!nextCursor}
                    onClick={() => nextCursor && setCursors([...cursors, nextCursor])}
                  >
                    Next
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </QueryView>
      <DeliveryDrawer deliveryId={openDeliveryId} isOn={webhook.enabled} onClose={() => onOpen(null)} />
    </Stack>
  );
}
