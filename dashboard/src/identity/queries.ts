import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import type { Sort } from '../ui/DataTable.tsx';

export type Member = Calls['identity.members.get']['answer']['member'];

export interface MembersAddress {
  search: string;
  sort: Sort;
  page: number;
  size: number;
}

export const membersQuery = ({ search, sort, page, size }: MembersAddress) =>
  queryOptions({
    queryKey: ['members', 'page', search, sort, page, size],
    queryFn: () =>
      admin.call('identity.members.query', {
        body: {
          query: {
            filter: {},
            paging: { limit: size, offset: (page - 1) * size },
            sort: [{ fieldName: sort.id, order: sort.desc ? 'DESC' : 'ASC' }],
          },
          fieldsets: 'FULL',
          ...(search ? { search: { expression: search } } : {}),
        },
      }),
    placeholderData: keepPreviousData,
  });

export const memberQuery = (memberId: string | null) =>
  queryOptions({
    queryKey: ['members', 'one', memberId],
    queryFn: async () =>
      (await admin.call('identity.members.get', { query: { id: memberId ?? '', fieldsets: 'FULL' } })).member,
    enabled: memberId !== null,
  });
