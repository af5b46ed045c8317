import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Pager } from '../../ui/Pager.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { DeliveryNote } from './DeliveryNote.tsx';
import { MailDrawer } from './MailDrawer.tsx';
import { MailState, mailStates } from './MailState.tsx';
import { kindTitles } from './mail-kinds.ts';
import { type Mail, type MailStatus, outboxQuery } from './queries.ts';

const PAGE_SIZE = 25;
const statuses = Object.keys(mailStates) as MailStatus[];

/** The mails of the last 30 days and their states. */
export function Outbox() {
  const [address, change] = useAddress();
  const [page, setPage] = useState(1);
  const status = statuses.find((known) => known === address.get('status')) ?? null;
  const outbox = useQuery(outboxQuery(status, page, PAGE_SIZE));

  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          The mails of the last 30 days.
        </Text>
        <NativeSelect
          aria-label="State"
          size="xs"
          value={status ?? ''}
          onChange={(event) => {
            setPage(1);
            change({ status: event.currentTarget.value });
          }}
          data={[
            { value: '', label: 'All states' },
            ...statuses.map((value) => ({ value, label: mailStates[value].all })),
          ]}
        />
      </Group>
      <QueryView query={outbox}>
        {({ mails, total, delivery }) => (
          <>
            {delivery === 'NONE' && <DeliveryNote delivery={delivery} />}
            {mails.length === 0 && page === 1 ? (
              <Empty
                icon={<IconMail size={36} stroke={1.5} />}
                title={status ? 'No mails in this state' : 'No mail yet'}
              >
                {status
                  ? 'Choose another state above.'
                  : 'Codes, links to set a password and security notices appear here when they are created.'}
              </Empty>
            ) : (
              <>
                <DataTable
                  label="Outbox"
                  columns={columns}
                  rows={mails}
                  rowId={(mail) => mail.mailId}
                  rowName={(mail) => `the mail to ${mail.recipient}`}
                  isStale={outbox.isPlaceholderData}
                  onOpen={(mail) => change({ open: mail.mailId })}
                />
                <Pager
                  page={page}
                  size={PAGE_SIZE}
                  count={mails.length}
                  total={total}
                  hasNext={total > page * PAGE_SIZE}
                  onPage={setPage}
                />
              </>
            )}
          </>
        )}
      </QueryView>
      <MailDrawer mailId={address.get('open')} onClose={() => change({ open: null })} />
    </Stack>
  );
}

const columns: readonly Column<Mail>[] = [
  { id: 'recipient', header: 'To', cell: (mail) => mail.recipient },
  { id: 'kind', header: 'Mail', cell: (mail) => kindTitles[mail.kind].title },
  { id: 'status', header: 'State', cell: (mail) => <MailState status={mail.status} /> },
  { id: 'createdDate', header: 'Created', cell: (mail) => formatDateTime(mail.createdDate) },
  {
    id: 'lastError',
    header: 'Last error',
    cell: ({ lastError }) => (
      <Text span inherit c="dimmed" title={lastError ?? ''}>
        {lastError}
      </Text>
    ),
  },
];
