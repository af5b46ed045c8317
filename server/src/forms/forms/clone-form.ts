import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireFormsManager } from '../permissions.ts';
import { copyOf } from './document.ts';
import { loadForm } from './load-form.ts';
import { storeNewForm } from './save-form.ts';

type Endpoints = typeof formsEndpoints;

/** Copies a form under a numbered name, with ids of its own all through; its submissions are not copied. */
export async function cloneForm(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['cloneForm']>, 'query'>,
): Promise<Output<Endpoints['cloneForm']>> {
  requireFormsManager(ctx.caller);
  const stored = await loadForm(ctx, query.formId);
  return { form: await storeNewForm(ctx, { ...stored, document: copyOf(stored.document, newId) }) };
}

/**
 * Makes a form of a namespace from another form of the site, which serves as the template. With `useTemplateId` it takes
 * the template's own id, which the vendor refuses where there is a form of that id, as there is here.
 * @throws AppError CONFLICT
 */
export async function cloneFormFromTemplate(
  ctx: SiteCtx,
  { body }: Input<Endpoints['cloneFormFromTemplate']>,
): Promise<Output<Endpoints['cloneFormFromTemplate']>> {
  requireFormsManager(ctx.caller);
  const template = await loadForm(ctx, body.templateId);
  if (body.useTemplateId) throw new AppError('CONFLICT');
  const document = { ...copyOf(template.document, newId), sourceFormId: template.id };
  return { form: await storeNewForm(ctx, { ...template, namespace: body.namespace, document }) };
}
