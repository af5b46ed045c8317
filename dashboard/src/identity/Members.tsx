import { Anchor, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatAgo, formatDate } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { MemberDrawer } from './MemberDrawer.tsx';
import { MemberState } from './MemberState.tsx';
import { nameOfMember } from './member-name.ts';
import { type Member, membersQuery } from './queries.ts';

const SIZE = 25;

/** The people who signed up on the site. */
export function Members() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('search') ?? '';
  const sortText = search.get('sort') ?? '-createdDate';
  const sort = { id: sortText.replace(/^-/, ''), desc: sortText.startsWith('-') };
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const members = useQuery(membersQuery({ search: wanted, sort, page, size: SIZE }));

  const change = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { preventScrollReset: true, replace: 'search' in changes },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` only reads what a click sees
  const columns = useMemo(() => columnsOf((member) => change({ open: member.id })), [search]);
  const isWhole = wanted === '' && page === 1;

  return (
    <Page title="Members" description="The people who signed up on the site.">
      {!(isWhole && members.data?.members.length === 0) && (
        <SearchBox wanted={wanted} onSearch={(text) => change({ search: text, page: null })} />
      )}
      <QueryView query={members}>
        {({ members: rows, metadata }) =>
          rows.length === 0 ? (
            <Empty icon={<IconUsers size={36} stroke={1.5} />} title={isWhole ? 'No members yet' : 'Nobody found'}>
              {isWhole ? 'When somebody signs up on the site, they show up here.' : 'Try another name or address.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label="Members"
                columns={columns}
                rows={rows}
                rowId={(member) => member.id}
                rowName={nameOfMember}
                sort={sort}
                onSort={(next) => change({ sort: next && `${next.desc ? '-' : ''}${next.id}`, page: null })}
                isStale={members.isPlaceholderData}
              />
              <Pager
                page={page}
                size={SIZE}
                count={rows.length}
                total={metadata.total}
                hasNext={metadata.total > page * SIZE}
                onPage={(next) => change({ page: String(next) })}
              />
            </>
          )
        }
      </QueryView>
      <MemberDrawer memberId={search.get('open')} onClose={() => change({ open: null })} />
    </Page>
  );
}

function SearchBox({ wanted, onSearch }: { wanted: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(wanted);
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), 300);
  return (
    <TextInput
      type="search"
      aria-label="Search members"
      placeholder="Name or e-mail"
      leftSection={<IconSearch size={16} aria-hidden />}
      maw={340}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}

const columnsOf = (onOpen: (member: Member) => void): readonly Column<Member>[] => [
  {
    id: 'profile.nickname',
    header: 'Name',
    isSortable: true,
    cell: (member) => (
      <Anchor component="button" type="button" inherit fw={500} ta="start" onClick={() => onOpen(member)}>
        {nameOfMember(member)}
      </Anchor>
    ),
  },
  { id: 'loginEmail', header: 'E-mail', isSortable: true, cell: (member) => member.loginEmail ?? '' },
  { id: 'status', header: 'State', cell: (member) => <MemberState status={member.status} /> },
  { id: 'createdDate', header: 'Since', isSortable: true, cell: (member) => formatDate(member.createdDate) },
  {
    id: 'lastLoginDate',
    header: 'Last signed in',
    isSortable: true,
    cell: (member) =>
      member.lastLoginDate ? (
        formatAgo(member.lastLoginDate)
      ) : (
        <Text span inherit c="dimmed">
          Never
        </Text>
      ),
  },
];
