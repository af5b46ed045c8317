import type { AnyClient, Form, SiteProperties } from '@portico/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';
import { useReadySession } from '../provider/use-session.ts';

export interface FormDefinition {
  /** Null if the form does not exist or could not be loaded; undefined while it is loading. */
  readonly form: Form | null | undefined;
  /** Null if there is no form, or if the site's properties could not be loaded. */
  readonly site: SiteProperties | null;
}

/** A form is loaded once, because it changes rarely and must not change while a visitor fills it in. */
const OPTIONS = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const;

/** Loads a form. If that fails, visitors see only that the form is not available, and the reason is logged. */
async function loadForm(client: AnyClient, formId: string): Promise<Form | null> {
  try {
    const form = (await client.forms.getForm(formId)) as Form | null;
    if (!form) console.warn(`This site has no form with the id ${formId}. Check formId and the client id.`);
    return form;
  } catch (error) {
    console.error(
      `The form ${formId} could not be loaded. Check url and client id of createClient, and formId.`,
      error,
    );
    throw error;
  }
}

/**
 * Loads a form by its id, together with the properties of the site that it needs. Without an id, it loads nothing.
 * @param suspense suspends until the form is loaded, and throws errors to the nearest error boundary; must not change
 * between renders
 */
export function useFormDefinition(formId: string | undefined, suspense = false): FormDefinition {
  const { client, queryClient, scope } = usePortico();
  const isReady = useReadySession(suspense);
  const queryOptions = {
    queryKey: [...scope, 'form', formId],
    ...OPTIONS,
    async queryFn() {
      if (formId === undefined) return { form: null, site: null };
      const [form, site] = await Promise.all([
        loadForm(client, formId),
        // Without the site's properties, the form has no default country but still works.
        client.forms.siteProperties().catch(() => null),
      ]);
      return { form, site };
    },
  };
  const { data, error } = suspense
    ? // biome-ignore lint/correctness/useHookAtTopLevel: the option must not change, so that the order of hooks is fixed
      useSuspenseQuery(queryOptions, queryClient)
    : // biome-ignore lint/correctness/useHookAtTopLevel: as above
      useQuery({ ...queryOptions, enabled: isReady && formId !== undefined }, queryClient);
  return { form: error ? null : data?.form, site: data?.site ?? null };
}
