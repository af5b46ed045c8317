import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { admin } from '../../app/client.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatDate } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { WebhookState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

const WebhookModal = lazy(async () => ({ default: (await import('./WebhookModal.tsx')).WebhookModal }));

/** Other servers that are told what happens on the site. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const removal = useRemoval<Webhook>({
    title: 'Delete this webhook?',
    action: 'Delete webhook',
    text: (webhook) => `${nameOf(webhook)} is told nothing any more, and its log goes.`,
    remove: ({ webhookId }) => admin.call('events.webhooks.delete', { query: { webhookId } }),
    done: (webhook) => `The webhook “${nameOf(webhook)}” is deleted.`,
    changes: 'webhooks',
  });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      New webhook
    </Button>
  );
  return (
    <Stack>
      <QueryView query={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconWebhook size={36} stroke={1.5} />} title="No webhooks yet" action={add}>
              A webhook tells another server at once what happens here: a submission, a new member. Each message is
              signed.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  Servers that are told what happens on this site.
                </Text>
                {add}
              </Group>
              <Scroller label="Webhooks">
                <Table miw={640} verticalSpacing="sm" highlightOnHover>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Name</Table.Th>
                      <Table.Th>Events</Table.Th>
                      <Table.Th>State</Table.Th>
                      <Table.Th>Made</Table.Th>
                      <ActionsHeading />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {list.map((webhook) => (
                      <Table.Tr key={webhook.webhookId}>
                        <Table.Td style={{ overflowWrap: 'anywhere' }}>
                          <Anchor component={Link} inherit fw={500} to={`/settings/webhooks/${webhook.webhookId}`}>
                            {nameOf(webhook)}
                          </Anchor>
                          {webhook.name && (
                            <Text size="xs" c="dimmed">
                              {webhook.url}
                            </Text>
                          )}
                        </Table.Td>
                        <Table.Td>{eventsOf(webhook)}</Table.Td>
                        <Table.Td>
                          <WebhookState webhook={webhook} />
                        </Table.Td>
                        <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(webhook.createdDate)}</Table.Td>
                        <RowActions
                          actions={[
                            {
                              label: `Delete the webhook ${nameOf(webhook)}`,
                              Icon: IconTrash,
                              act: () => removal.ask(webhook),
                            },
                          ]}
                        />
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Scroller>
            </>
          )
        }
      </QueryView>
      {removal.question}
      <Suspense>{isAdding && <WebhookModal webhook={null} onClose={() => setAdding(false)} />}</Suspense>
    </Stack>
  );
}

const nameOf = ({ name, url }: Webhook): string => name || url;

function eventsOf({ eventTypes }: Webhook): string {
  const [first = '', ...more] = eventTypes;
  if (first === '*') return 'All';
  return more.length === 0 ? nameOfEvent(first) : `${nameOfEvent(first)} and ${more.length} more`;
}
