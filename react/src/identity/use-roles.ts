import { useQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';

export interface RolesState {
  /** The keys of the roles that owners have given to the signed-in member. Empty for a visitor and while loading. */
  readonly roles: readonly string[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

const NO_ROLES: readonly string[] = [];

/** Returns the roles of the signed-in member. The server checks permissions itself; roles decide only what is shown. */
export function useRoles({ enabled = true }: { readonly enabled?: boolean } = {}): RolesState {
  const { client, queryClient, scope, session } = usePortico();
  const { memberId, status } = session;
  const { data, isPending, error } = useQuery(
    {
      queryKey: [...scope, 'roles'],
      queryFn: () => client.account.roles(memberId ?? ''),
      enabled: enabled && memberId !== null,
    },
    queryClient,
  );
  return {
    roles: data ?? NO_ROLES,
    isPending: status === 'loading' || (enabled && memberId !== null && isPending),
    error,
  };
}
