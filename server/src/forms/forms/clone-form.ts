import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireFormsManager } from '../permissions.ts';
import { copyDocument } from './document.ts';
import { loadForm } from './load-form.ts';
import { storeNewForm } from './save-form.ts';

type Endpoints = typeof formsEndpoints;

/** Copies a form with a numbered name and new ids. Its submissions are not copied. */
export async function cloneForm(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['cloneForm']>, 'query'>,
): Promise<Output<Endpoints['cloneForm']>> {
  requireFormsManager(ctx.caller);
  const stored = await loadForm(ctx, query.formId);
  return { form: await storeNewForm(ctx, { ...stored, document: copyDocument(stored.document, newId) }) };
}

/**
 * Creates a form in a namespace from another form of the site, the template.
 * @throws AppError CONFLICT if the request has `useTemplateId`, because the new form would have the template's id,
 *   which is in use
 */
export async function cloneFormFromTemplate(
  ctx: SiteCtx,
  { body }: Input<Endpoints['cloneFormFromTemplate']>,
): Promise<Output<Endpoints['cloneFormFromTemplate']>> {
  requireFormsManager(ctx.caller);
  const template = await loadForm(ctx, body.templateId);
  if (body.useTemplateId) throw new AppError('CONFLICT');
  const document = { ...copyDocument(template.document, newId), sourceFormId: template.id };
  return { form: await storeNewForm(ctx, { ...template, namespace: body.namespace, document }) };
}
