import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import type { Sort } from '../ui/DataTable.tsx';

export type Member = Calls['identity.members.get']['answer']['member'];
export type MemberStatus = Member['status'];

interface MembersAddress {
  search: string;
  /** null: of every status */
  status: MemberStatus | null;
  sort: Sort;
  page: number;
  size: number;
}

/** What the list is filtered by, as the calls take it. */
export const narrowed = ({ search, status }: Pick<MembersAddress, 'search' | 'status'>) => ({
  filter: status ? { status } : {},
  ...(search ? { search: { expression: search } } : {}),
});

export const membersQuery = ({ search, status, sort, page, size }: MembersAddress) =>
  queryOptions({
    queryKey: ['members', 'page', search, status, sort, page, size],
    queryFn: () => {
      const { filter, ...searched } = narrowed({ search, status });
      const paging = { limit: size, offset: (page - 1) * size };
      const order = sort.desc ? ('DESC' as const) : ('ASC' as const);
      const query = { filter, paging, sort: [{ fieldName: sort.id, order }] };
      return admin.call('identity.members.query', { body: { query, fieldsets: 'FULL', ...searched } });
    },
    placeholderData: keepPreviousData,
  });

/** The members who wait to be let in: how many, and those who wait longest. */
export const waitingQuery = queryOptions({
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

/** After any change of members: lists, counts and the home. */
export const refreshMembers = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['members'] }),
    queryClient.invalidateQueries({ queryKey: ['activity'] }),
  ]);
