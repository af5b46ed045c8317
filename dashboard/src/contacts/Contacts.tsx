import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconAddressBook, IconPlus, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useRights } from '../app/rights.ts';
import { type Column, DataTable, type Sort } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatDate } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { useAddress } from '../ui/use-address.ts';
import { nameOfContact } from './contact-values.ts';
import {
  CONTACTS_PAGE,
  type Contact,
  type ContactLabel,
  type ContactSort,
  contactsQuery,
  labelsQuery,
} from './queries.ts';

const ContactDrawer = lazy(async () => ({ default: (await import('./ContactDrawer.tsx')).ContactDrawer }));
const Labels = lazy(async () => ({ default: (await import('./Labels.tsx')).Labels }));
const NewContact = lazy(async () => ({ default: (await import('./NewContact.tsx')).NewContact }));

/** The contacts of the site. */
export function Contacts() {
  const { mayEdit } = useRights();
  const [address, setAddress] = useAddress();
  // Cursors of the pages before this one, for the back button.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<'new' | 'labels' | null>(null);
  const search = address.get('search') ?? '';
  const labelKey = address.get('label') ?? '';
  const openedId = address.get('open');
  const sort = sortOf(address.get('sort'));
  const contacts = useQuery(
    contactsQuery({ search, labelKey, sort: toWireSort(sort), cursor: cursors.at(-1) ?? null }),
  );
  const labels = useQuery(labelsQuery).data;
  const columns = useMemo(() => columnsOf(labels ?? []), [labels]);
  const change = (values: Record<string, string | null>) => {
    if (!('open' in values)) setCursors([]);
    setAddress(values, { replace: !('open' in values) });
  };
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('new')}>
      New contact
    </Button>
  );
  const isUnfiltered = search === '' && labelKey === '' && cursors.length === 0;
  return (
    <Page title="Contacts" description="People who submitted a form, signed up or were added by you." actions={add}>
      <Group gap="xs">
        <SearchBox label="Search contacts" query={search} onSearch={(text) => change({ search: text || null })} />
        <NativeSelect
          size="xs"
          aria-label="Label"
          data={[
            { value: '', label: 'All labels' },
            ...(labels ?? []).map(({ key, displayName }) => ({ value: key, label: displayName })),
          ]}
          value={labelKey}
          onChange={(event) => change({ label: event.currentTarget.value || null })}
        />
        {mayEdit && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTags size={15} aria-hidden />}
            onClick={() => setDialog('labels')}
          >
            Labels
          </Button>
        )}
      </Group>
      <QueryView query={contacts}>
        {({ contacts: rows, total, nextCursor }) =>
          rows.length === 0 && cursors.length === 0 ? (
            <NoContacts isUnfiltered={isUnfiltered} />
          ) : (
            <Stack>
              <DataTable
                label="Contacts"
                columns={columns}
                rows={rows}
                rowId={(contact) => contact.id}
                rowName={nameOfContact}
                sort={sort}
                onSort={(next) => change({ sort: next && `${next.desc ? '-' : ''}${next.id}` })}
                isStale={contacts.isPlaceholderData}
                onOpen={(contact) => setAddress({ open: contact.id })}
              />
              <Pager
                page={cursors.length + 1}
                size={CONTACTS_PAGE}
                count={rows.length}
                total={total}
                hasNext={nextCursor !== null}
                onPage={(page) =>
                  setCursors(page > cursors.length && nextCursor ? [...cursors, nextCursor] : cursors.slice(0, -1))
                }
              />
            </Stack>
          )
        }
      </QueryView>
      <Suspense>
        <ContactDrawer contactId={openedId} labels={labels ?? []} onClose={() => change({ open: null })} />
        {dialog === 'labels' && <Labels onClose={() => setDialog(null)} />}
        {dialog === 'new' && (
          <NewContact
            onClose={() => setDialog(null)}
            onCreated={(id) => {
              setDialog(null);
              change({ open: id });
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}

function NoContacts({ isUnfiltered }: { isUnfiltered: boolean }) {
  return (
    <Empty
      icon={<IconAddressBook size={36} stroke={1.5} />}
      title={isUnfiltered ? 'No contacts yet' : 'No contacts found'}
    >
      {isUnfiltered
        ? 'Everyone who submits a form with a name, e-mail address or phone number becomes a contact.'
        : 'Try another name, address or label.'}
    </Empty>
  );
}

const columnsOf = (labels: readonly ContactLabel[]): readonly Column<Contact>[] => {
  const names = new Map(labels.map(({ key, displayName }) => [key, displayName]));
  return [
    {
      id: 'name',
      header: 'Name',
      isSortable: true,
      cell: nameOfContact,
    },
    { id: 'email', header: 'E-mail', cell: ({ primaryInfo }) => primaryInfo.email ?? '' },
    { id: 'phone', header: 'Phone', cell: ({ primaryInfo }) => primaryInfo.phone ?? '' },
    {
      id: 'labels',
      header: 'Labels',
      cell: ({ info }) => (
        <Text span inherit c="dimmed">
          {(info.labelKeys?.items ?? []).map((key) => names.get(key) ?? key).join(', ')}
        </Text>
      ),
    },
    { id: 'updatedDate', header: 'Changed', isSortable: true, cell: ({ updatedDate }) => formatDate(updatedDate) },
    { id: 'createdDate', header: 'Since', isSortable: true, cell: ({ createdDate }) => formatDate(createdDate) },
  ];
};

const sorts: Readonly<Record<string, string>> = {
  name: 'NAME',
  updatedDate: 'UPDATED_DATE',
  createdDate: 'CREATED_DATE',
};

function sortOf(text: string | null): Sort {
  const id = text?.replace(/^-/, '') ?? '';
  return sorts[id] ? { id, desc: text?.startsWith('-') ?? false } : { id: 'createdDate', desc: true };
}

const toWireSort = ({ id, desc }: Sort): ContactSort => `${sorts[id]}_${desc ? 'DESC' : 'ASC'}` as ContactSort;
