import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconDots, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useRights } from '../app/rights.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatAgo, formatDate } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useAddress } from '../ui/use-address.ts';
import { useChosen } from '../ui/use-chosen.ts';
import { BulkBar } from './BulkBar.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { MemberState } from './MemberState.tsx';
import { MemberTabs, memberTabs } from './MemberTabs.tsx';
import { nameOfMember } from './member-name.ts';
import { type Member, membersQuery, narrowed } from './queries.ts';
import { useMemberActs } from './use-member-acts.tsx';

const SIZE = 25;

// with the first member that is opened, not with the list
const MemberDrawer = lazy(async () => ({ default: (await import('./MemberDrawer.tsx')).MemberDrawer }));
const NewMember = lazy(async () => ({ default: (await import('./NewMember.tsx')).NewMember }));

/** The people who signed up on the site, or were added to it. */
export function Members() {
  const { mayManage } = useRights();
  const [address, setAddress] = useAddress();
  const [isCreating, creating] = useDisclosure(false);
  const opened = address.get('open');
  const wasOpened = useEver(opened !== null);
  const wanted = address.get('search') ?? '';
  const tab = memberTabs.find(({ status }) => status !== null && status === address.get('status')) ?? memberTabs[0];
  const status = tab?.status ?? null;
  const sortText = address.get('sort') ?? '-createdDate';
  const sort = { id: sortText.replace(/^-/, ''), desc: sortText.startsWith('-') };
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const members = useQuery(membersQuery({ search: wanted, status, sort, page, size: SIZE }));
  const chosen = useChosen(members.data?.members ?? [], ({ id }) => id, members.isPlaceholderData);

  const change = (changes: Record<string, string | null>) => {
    if (!('open' in changes)) chosen.clear();
    setAddress(changes, { replace: 'search' in changes });
  };
  const acts = useMemberActs(({ act, member }) => {
    if (act.id === 'delete' && opened === member.id) change({ open: null });
  });
  const total = members.data?.metadata.total ?? 0;
  const all = chosen.isPage && total > chosen.rows.length ? { ...narrowed({ search: wanted, status }), total } : null;
  const isWhole = wanted === '' && page === 1 && status === null;
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      New member
    </Button>
  );

  return (
    <Page title="Members" description="The people who signed up on the site, or whom you added." actions={add}>
      <MemberTabs status={status} onStatus={(next) => change({ status: next, page: null })}>
        <Stack>
          {!(isWhole && members.data?.members.length === 0) && (
            <SearchBox wanted={wanted} onSearch={(text) => change({ search: text, page: null })} />
          )}
          <BulkBar ids={chosen.rows.map(({ id }) => id)} all={all} onDone={chosen.clear} />
          <QueryView query={members}>
            {({ members: rows, metadata }) =>
              rows.length === 0 ? (
                <Nobody isWhole={isWhole} text={wanted || page > 1 ? '' : (tab?.empty ?? '')} />
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
                    onOpen={(member) => setAddress({ open: member.id })}
                    {...(mayManage && {
                      ...chosen.table,
                      actions: (member: Member) => (
                        <MemberMenu member={member} onStart={acts.start}>
                          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${nameOfMember(member)}`}>
                            <IconDots size={17} aria-hidden />
                          </ActionIcon>
                        </MemberMenu>
                      ),
                    })}
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
        </Stack>
      </MemberTabs>
      <Suspense>
        {wasOpened && <MemberDrawer memberId={opened} onClose={() => change({ open: null })} onStart={acts.start} />}
        {isCreating && <NewMember onClose={creating.close} />}
      </Suspense>
      {acts.question}
    </Page>
  );
}

/** True from the first time on: what closes with a movement must not vanish before. */
function useEver(isSo: boolean): boolean {
  const [ever, setEver] = useState(isSo);
  if (isSo && !ever) setEver(true);
  return ever || isSo;
}

/** @param text why a tab is empty; '' where a search found nothing */
function Nobody({ isWhole, text }: { isWhole: boolean; text: string }) {
  const title = isWhole ? 'No members yet' : text ? 'Nobody here' : 'Nobody found';
  return (
    <Empty icon={<IconUsers size={36} stroke={1.5} />} title={title}>
      {isWhole
        ? 'When somebody signs up on the site, or you add them, they show up here.'
        : text || 'Try another name or address.'}
    </Empty>
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

const columns: readonly Column<Member>[] = [
  {
    id: 'profile.nickname',
    header: 'Name',
    isSortable: true,
    cell: nameOfMember,
  },
  { id: 'loginEmail', header: 'E-mail', isSortable: true, cell: (member) => member.loginEmail ?? '' },
  { id: 'status', header: 'State', cell: (member) => <MemberState member={member} /> },
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
