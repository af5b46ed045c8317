/** Loads the data for the page of a form and its embeds. Server only. */
import type { Form, SiteProperties } from '@portico/sdk';
import { data } from 'react-router';
import { toPageError } from '../layout/to-page-error.ts';
import type { Visit } from '../visit.ts';

export async function loadForm({ client }: Visit, formId: string): Promise<Form> {
  const form = await client.forms.getForm(formId).catch((error: unknown) => {
    throw toPageError(error);
  });
  if (!form) throw data(null, { status: 404 });
  return form;
}

/** Returns null on failure: the form then works, but preselects no country. */
export const loadSiteProperties = ({ client }: Visit): Promise<SiteProperties | null> =>
  client.forms.siteProperties().catch(() => null);

/** Returns '' on failure: the server then skips the spam checks that need a ticket. */
export const issueTicket = ({ client }: Visit, form: Form): Promise<string> =>
  client.forms.issueTicket(form.id).catch(() => '');
