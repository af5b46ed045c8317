import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { nameOfMember } from '../../identity/member-name.ts';

/** The names of members by their ids. */
export const memberNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['members', 'names', [...ids].sort()],
    queryFn: async () => {
      const query = { filter: { id: { $in: [...ids] } }, paging: { limit: 100 } };
      const { members } = await admin.call('identity.members.query', { body: { query, fieldsets: 'FULL' } });
      return new Map(members.map((member) => [member.id, nameOfMember(member)]));
    },
    enabled: ids.length > 0,
  });

/** Members whose name or address matches a text. */
export const memberSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['members', 'found', text],
    queryFn: async () => {
      const { members } = await admin.call('identity.members.query', {
        body: {
          query: { paging: { limit: 20 } },
          fieldsets: 'FULL',
          ...(text ? { search: { expression: text } } : {}),
        },
      });
      return members.map((member) => ({ value: member.id, label: nameOfMember(member) }));
    },
  });
