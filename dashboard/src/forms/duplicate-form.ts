import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';
import type { SiteForm } from './queries.ts';

/** Copies a form with everything but what was sent with it. */
export async function duplicateForm({ id }: SiteForm, onMade: (formId: string) => void): Promise<void> {
  try {
    const { form } = await admin.call('forms.forms.clone', { query: { formId: id }, body: {} });
    await queryClient.invalidateQueries({ queryKey: ['forms'] });
    notifySuccess(`The copy is made: “${form.name ?? ''}”.`);
    onMade(form.id);
  } catch (error) {
    notifyFailure(sentenceOf(error));
  }
}
