import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import type { Sort } from '../ui/DataTable.tsx';

export type Member = Calls['identity.members.get']['response']['member'];
export type MemberStatus = Member['status'];

interface MembersView {
  search: string;
  /** Null if the list is not filtered by status. */
  status: MemberStatus | null;
  sort: Sort;
  page: number;
  size: number;
}

/** Returns the filter and the search of the list as the endpoints expect them. */
export const memberFilter = ({ search, status }: Pick<MembersView, 'search' | 'status'>) => ({
  filter: status ? { status } : {},
  ...(search ? { search: { expression: search } } : {}),
});

export const membersQuery = ({ search, status, sort, page, size }: MembersView) =>
  queryOptions({
    queryKey: ['members', 'page', search, status, sort, page, size],
    queryFn: () => {
      const { filter, ...searchBody } = memberFilter({ search, status });
      const paging = { limit: size, offset: (page - 1) * size };
      const order = sort.desc ? ('DESC' as const) : ('ASC' as const);
      const query = { filter, paging, sort: [{ fieldName: sort.id, order }] };
      return admin.call('identity.members.query', { body: { query, fieldsets: 'FULL', ...searchBody } });
    },
    placeholderData: keepPreviousData,
  });

/** The number of members who wait for approval, and the five members who have waited longest. */
export const waitingMembersQuery = queryOptions({
  queryKey: ['members', 'waiting'],
  queryFn: async () => {
    const { members, metadata } = await admin.call('identity.members.query', {
      body: {
        query: {
          filter: { status: 'PENDING' },
          paging: { limit: 5 },
          sort: [{ fieldName: 'createdDate', order: 'ASC' }],
        },
        fieldsets: 'FULL',
      },
    });
    return { members, total: metadata.total };
  },
});

export const memberQuery = (memberId: string | null) =>
  queryOptions({
    queryKey: ['members', 'one', memberId],
    queryFn: async () =>
      (await admin.call('identity.members.get', { query: { id: memberId ?? '', fieldsets: 'FULL' } })).member,
    enabled: memberId !== null,
  });

export const rolesQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['members', 'roles', memberId],
    queryFn: async () =>
      (await admin.call('identity.roles.get', { query: { memberId } })).roles.map(({ roleKey }) => roleKey),
  });

/** Refreshes lists and counts of members, and the activity on the home screen, after a change. */
export const refreshMembers = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['members'] }),
    queryClient.invalidateQueries({ queryKey: ['activity'] }),
  ]);
