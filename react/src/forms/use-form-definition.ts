import type { Form, SiteProperties } from '@portico/sdk';
import { useQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';
import { useReadySession } from '../provider/use-session.ts';

export interface FormDefinition {
  /** null if the form does not exist or could not be loaded; undefined while it is loading. */
  readonly form: Form | null | undefined;
  /** null if there is no form, or if its properties could not be loaded. */
  readonly site: SiteProperties | null;
}

/** Forms change rarely, and a form must not change while a visitor fills it in. */
const OPTIONS = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const;

/** Loads a form by its id, together with the properties of the site that it needs. Without an id, it loads nothing. */
export function useFormDefinition(formId: string | undefined): FormDefinition {
  const { client, queryClient, scope } = usePortico();
  const isReady = useReadySession(false);
  const { data, error } = useQuery(
    {
      queryKey: [...scope, 'form', formId],
      enabled: isReady && formId !== undefined,
      ...OPTIONS,
      async queryFn() {
        const [form, site] = await Promise.all([
          client.forms.getForm(formId ?? '') as Promise<Form | null>,
          // Without the site's properties, the form has no default country but still works.
          client.forms.siteProperties().catch(() => null),
        ]);
        return { form, site };
      },
    },
    queryClient,
  );
  return { form: error ? null : data?.form, site: data?.site ?? null };
}
