import type { SignInSettings } from '@portico/sdk';
import { useQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';

/** Settings rarely change, so they are read once per page. */
const STALE_MS = 3_600_000;

/** Reads the public settings of sign-in and sign-up: required fields, captcha, shortest password. */
export function useSignInSettings(): { readonly settings: SignInSettings | null; readonly error: Error | null } {
  const { client, queryClient, scope } = usePortico();
  const { data, error } = useQuery(
    {
      queryKey: [...scope, 'sign-in-settings'],
      staleTime: STALE_MS,
      queryFn: () =>
        client.account.signInSettings().catch((error: unknown) => {
          // The forms show visitors only a general sentence, so the cause is logged for the developer.
          console.error(error);
          throw error;
        }),
    },
    queryClient,
  );
  return { settings: data ?? null, error };
}
