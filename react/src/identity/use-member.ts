import type { Member, MemberChanges } from '@portico/sdk';
import { useQuery } from '@tanstack/react-query';
import { memberKey, usePortico } from '../provider/PorticoProvider.tsx';
import { useReadySession } from '../provider/use-session.ts';

export interface MemberState {
  /** Null for a visitor, and while the member is loading. */
  readonly member: Member | null;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Changes the signed-in member. Omitted properties stay unchanged. */
  update(changes: MemberChanges): Promise<Member>;
  refetch(): Promise<void>;
}

/** Returns the signed-in member with all properties that the member may see. */
export function useMember({ suspense = false }: { readonly suspense?: boolean } = {}): MemberState {
  const { client, queryClient, scope, session } = usePortico();
  const isReady = useReadySession(suspense);
  const { memberId } = session;
  const { data, isPending, error, refetch } = useQuery(
    { queryKey: memberKey(scope), queryFn: () => client.members.getCurrentMember(), enabled: memberId !== null },
    queryClient,
  );
  return {
    member: data ?? null,
    isPending: !isReady || (memberId !== null && isPending),
    error,
    async update(changes) {
      if (memberId === null) throw new Error('No member is signed in.');
      const member = await client.members.updateMember(memberId, changes);
      queryClient.setQueryData(memberKey(scope), member);
      return member;
    },
    async refetch() {
      await refetch();
    },
  };
}
