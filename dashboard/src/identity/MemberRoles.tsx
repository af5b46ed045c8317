import { TagsInput, Text } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';
import { QueryView, RowsSkeleton } from '../ui/QueryView.tsx';
import { rolesQuery } from './queries.ts';

/** Edits the roles of a member. Each change is saved immediately. */
export function MemberRoles({ memberId, readOnly }: { memberId: string; readOnly: boolean }) {
  const roles = useQuery(rolesQuery(memberId));
  const { queryKey } = rolesQuery(memberId);
  const change = useMutation({
    mutationFn: async (next: readonly string[]) => {
      const current = queryClient.getQueryData(queryKey) ?? [];
      queryClient.setQueryData(queryKey, [...next]);
      for (const roleKey of next.filter((role) => !current.includes(role))) {
        await admin.call('identity.roles.assign', { query: { memberId }, body: { roleKey } });
      }
      for (const roleKey of current.filter((role) => !next.includes(role))) {
        await admin.call('identity.roles.unassign', { query: { memberId, roleKey } });
      }
    },
    onError: (error) => notifyFailure(describeError(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <QueryView query={roles} skeleton={<RowsSkeleton rows={1} />}>
      {(current) =>
        readOnly ? (
          <Text size="sm">Roles: {current.join(', ') || 'none'}</Text>
        ) : (
          <TagsInput
            label="Roles"
            description={
              <>
                Names such as “editor”, which your own website can use to decide what a member may do.{' '}
                <span role="status">
                  {change.isPending ? 'Saving…' : change.isSuccess ? 'Saved.' : 'Changes are saved immediately.'}
                </span>
              </>
            }
            placeholder="Type a role and press Enter"
            maxTags={100}
            splitChars={[',']}
            value={current}
            onChange={(next) => change.mutate(next)}
          />
        )
      }
    </QueryView>
  );
}
