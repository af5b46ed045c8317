import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';
import type { SiteForm } from './queries.ts';

/** Copies a form without its submissions. @param onCreated receives the id of the copy */
export async function duplicateForm({ id }: SiteForm, onCreated: (formId: string) => void): Promise<void> {
  try {
    const { form } = await admin.call('forms.forms.clone', { query: { formId: id }, body: {} });
    await queryClient.invalidateQueries({ queryKey: ['forms'] });
    notifySuccess(`The copy “${form.name ?? ''}” has been created.`);
    onCreated(form.id);
  } catch (error) {
    notifyFailure(describeError(error));
  }
}
