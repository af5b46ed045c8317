import { TagsInput, Text } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';
import { QueryView, RowsSkeleton } from '../ui/QueryView.tsx';
import { rolesQuery } from './queries.ts';

/** The roles of a member. Each that is added or taken away is saved at once. */
export function MemberRoles({ memberId, readOnly }: { memberId: string; readOnly: boolean }) {
  const roles = useQuery(rolesQuery(memberId));
  const { queryKey } = rolesQuery(memberId);
  const change = useMutation({
    mutationFn: async (next: readonly string[]) => {
      const held = queryClient.getQueryData(queryKey) ?? [];
      queryClient.setQueryData(queryKey, [...next]);
      for (const roleKey of next.filter((role) => !held.includes(role))) {
        await admin.call('identity.roles.assign', { query: { memberId }, body: { roleKey } });
      }
      for (const roleKey of held.filter((role) => !next.includes(role))) {
        await admin.call('identity.roles.unassign', { query: { memberId, roleKey } });
      }
    },
    onError: (error) => notifyFailure(sentenceOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <QueryView query={roles} skeleton={<RowsSkeleton rows={1} />}>
      {(held) =>
        readOnly ? (
          <Text size="sm">Roles: {held.join(', ') || 'none'}</Text>
        ) : (
          <TagsInput
            label="Roles"
            description={
              <>
                Words that your own pages make something of, as “editor”.{' '}
                <span role="status">
                  {change.isPending ? 'Saving…' : change.isSuccess ? 'Saved.' : 'Saved at once.'}
                </span>
              </>
            }
            placeholder="Enter one after the other"
            maxTags={100}
            splitChars={[',']}
            value={held}
            onChange={(next) => change.mutate(next)}
          />
        )
      }
    </QueryView>
  );
}
