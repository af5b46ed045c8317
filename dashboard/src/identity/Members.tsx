import { ActionIcon, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useRights } from '../app/rights.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { formatAgo, formatDate } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { useAddress } from '../ui/use-address.ts';
import { useRowSelection } from '../ui/use-row-selection.ts';
import { BulkBar } from './BulkBar.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { MemberState } from './MemberState.tsx';
import { MemberTabs, memberTabs } from './MemberTabs.tsx';
import { nameOfMember } from './member-name.ts';
import { type Member, memberFilter, membersQuery } from './queries.ts';
import { useMemberActions } from './use-member-actions.tsx';

const PAGE_SIZE = 25;

// The drawer loads when the first member is opened.
const MemberDrawer = lazy(async () => ({ default: (await import('./MemberDrawer.tsx')).MemberDrawer }));
const NewMember = lazy(async () => ({ default: (await import('./NewMember.tsx')).NewMember }));

/** Lists the members of the site, with search, bulk actions and the drawer of the open member. */
export function Members() {
  const { mayManage } = useRights();
  const [params, setParams] = useAddress();
  const [isCreating, creationModal] = useDisclosure(false);
  const openMemberId = params.get('open');
  const wasOpened = useHasBeenTrue(openMemberId !== null);
  const search = params.get('search') ?? '';
  const tab = memberTabs.find(({ status }) => status !== null && status === params.get('status')) ?? memberTabs[0];
  const status = tab?.status ?? null;
  const sortText = params.get('sort') ?? '-createdDate';
  const sort = { id: sortText.replace(/^-/, ''), desc: sortText.startsWith('-') };
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const members = useQuery(membersQuery({ search, status, sort, page, size: PAGE_SIZE }));
  const selection = useRowSelection(members.data?.members ?? [], ({ id }) => id, members.isPlaceholderData);

  const change = (changes: Record<string, string | null>) => {
    if (!('open' in changes)) selection.clear();
    setParams(changes, { replace: 'search' in changes });
  };
  const actions = useMemberActions(({ action, member }) => {
    if (action.id === 'delete' && openMemberId === member.id) change({ open: null });
  });
  const total = members.data?.metadata.total ?? 0;
  const all =
    selection.isWholePage && total > selection.rows.length ? { ...memberFilter({ search, status }), total } : null;
  const isUnfiltered = search === '' && page === 1 && status === null;
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creationModal.open}>
      New member
    </Button>
  );

  return (
    <Page title="Members" description="People who have signed up on your site, or whom you have added." actions={add}>
      <MemberTabs status={status} onStatus={(next) => change({ status: next, page: null })}>
        <Stack>
          {!(isUnfiltered && members.data?.members.length === 0) && (
            <SearchBox
              label="Search members"
              query={search}
              onSearch={(text) => change({ search: text, page: null })}
            />
          )}
          <BulkBar ids={selection.rows.map(({ id }) => id)} all={all} onDone={selection.clear} />
          <QueryView query={members}>
            {({ members: rows, metadata }) =>
              rows.length === 0 ? (
                <NoMembers isUnfiltered={isUnfiltered} text={search || page > 1 ? '' : (tab?.empty ?? '')} />
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
                    onOpen={(member) => setParams({ open: member.id })}
                    {...(mayManage && {
                      ...selection.table,
                      actions: (member: Member) => (
                        <MemberMenu member={member} onStart={actions.start}>
                          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${nameOfMember(member)}`}>
                            <IconDots size={17} aria-hidden />
                          </ActionIcon>
                        </MemberMenu>
                      ),
                    })}
                  />
                  <Pager
                    page={page}
                    size={PAGE_SIZE}
                    count={rows.length}
                    total={metadata.total}
                    hasNext={metadata.total > page * PAGE_SIZE}
                    onPage={(next) => change({ page: String(next) })}
                  />
                </>
              )
            }
          </QueryView>
        </Stack>
      </MemberTabs>
      <Suspense>
        {wasOpened && (
          <MemberDrawer memberId={openMemberId} onClose={() => change({ open: null })} onStart={actions.start} />
        )}
        {isCreating && <NewMember onClose={creationModal.close} />}
      </Suspense>
      {actions.question}
    </Page>
  );
}

/** Returns true once the condition has been true, so that a drawer stays mounted during its closing animation. */
function useHasBeenTrue(condition: boolean): boolean {
  const [hasBeenTrue, setHasBeenTrue] = useState(condition);
  if (condition && !hasBeenTrue) setHasBeenTrue(true);
  return hasBeenTrue || condition;
}

/** @param text explains why a tab is empty. It is '' if a search found nothing. */
function NoMembers({ isUnfiltered, text }: { isUnfiltered: boolean; text: string }) {
  const title = isUnfiltered ? 'No members yet' : text ? 'No members here' : 'No members found';
  return (
    <Empty icon={<IconUsers size={36} stroke={1.5} />} title={title}>
      {isUnfiltered
        ? 'People who sign up on your site, or whom you add, appear here.'
        : text || 'Try another name or e-mail address.'}
    </Empty>
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
