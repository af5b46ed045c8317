import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { admin } from '../../app/client.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatDate } from '../../ui/format.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { WebhookState } from './WebhookState.tsx';
import { nameOfEvent } from './webhook-values.ts';

const WebhookModal = lazy(async () => ({ default: (await import('./WebhookModal.tsx')).WebhookModal }));

/** Lists the webhooks, which send the events of the site to other servers. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const removal = useRemoval<Webhook>({
    title: 'Delete this webhook?',
    action: 'Delete webhook',
    consequence: (webhook) => `${nameOf(webhook)} will no longer receive events, and its delivery log will be deleted.`,
    remove: ({ webhookId }) => admin.call('events.webhooks.delete', { query: { webhookId } }),
    successMessage: (webhook) => `The webhook “${nameOf(webhook)}” is deleted.`,
    invalidates: 'webhooks',
  });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      New webhook
    </Button>
  );
  return (
    <Stack>
      <QueryView query={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconWebhook size={36} stroke={1.5} />} title="No webhooks yet" action={add}>
              A webhook notifies another server as soon as something happens here, such as a new submission or member.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed">
                  These servers receive events of this site.
                </Text>
                {add}
              </Group>
              <ListTable
                label="Webhooks"
                rows={list}
                rowId={({ webhookId }) => webhookId}
                columns={[
                  {
                    header: 'Name',
                    cell: (webhook) => (
                      <>
                        <Anchor component={Link} inherit to={`/settings/webhooks/${webhook.webhookId}`}>
                          {nameOf(webhook)}
                        </Anchor>
                        {webhook.name && (
                          <Text size="xs" c="dimmed" fw={400}>
                            {webhook.url}
                          </Text>
                        )}
                      </>
                    ),
                  },
                  { header: 'Events', cell: eventsOf },
                  { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
                  { header: 'Created', cell: ({ createdDate }) => formatDate(createdDate) },
                ]}
                actions={(webhook) => (
                  <RowActions
                    actions={[
                      {
                        label: `Delete the webhook ${nameOf(webhook)}`,
                        Icon: IconTrash,
                        onClick: () => removal.ask(webhook),
                      },
                    ]}
                  />
                )}
              />
            </>
          )
        }
      </QueryView>
      {removal.question}
      <Suspense>{isAdding && <WebhookModal webhook={null} onClose={() => setIsAdding(false)} />}</Suspense>
    </Stack>
  );
}

const nameOf = ({ name, url }: Webhook): string => name || url;

function eventsOf({ eventTypes }: Webhook): string {
  const [first = '', ...more] = eventTypes;
  if (first === '*') return 'All';
  return more.length === 0 ? nameOfEvent(first) : `${nameOfEvent(first)} and ${more.length} more`;
}
