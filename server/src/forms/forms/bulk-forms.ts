/** Calls that create or clone several forms, each in its own transaction (forms contract section 3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { runBulk } from '../bulk.ts';
import { requireFormsManager } from '../permissions.ts';
import { cloneForm } from './clone-form.ts';
import { loadForm } from './load-form.ts';
import { createForm } from './save-form.ts';

type Endpoints = typeof formsEndpoints;

export async function bulkCreateForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkCreateForms']>,
): Promise<Output<Endpoints['bulkCreateForms']>> {
  requireFormsManager(ctx.caller);
  return runBulk(
    body.forms,
    () => undefined,
    async (form) => {
      const { form: item } = await createForm(ctx, { body: { form } });
      return { id: item.id, ...(body.returnEntity ? { item } : {}) };
    },
  );
}

/**
 * Clones several forms.
 * @throws AppError MULTI_NAMESPACE_BULK_OPERATION if a form has another namespace. In that case, no form is cloned.
 */
export async function bulkCloneForms(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkCloneForms']>,
): Promise<Output<Endpoints['bulkCloneForms']>> {
  requireFormsManager(ctx.caller);
  await requireOneNamespace(ctx, body.formIds, body.namespace);
  return runBulk(
    body.formIds,
    (id) => id,
    async (formId) => {
      const { form: item } = await cloneForm(ctx, { query: { formId } });
      return { id: item.id, ...(body.returnEntity ? { item } : {}) };
    },
  );
}

/**
 * Checks that the forms have the same namespace. Ignores missing forms, for which the bulk call returns errors.
 * @throws AppError MULTI_NAMESPACE_BULK_OPERATION
 */
export async function requireOneNamespace(ctx: SiteCtx, formIds: readonly string[], namespace?: string): Promise<void> {
  const namespaces = new Set(namespace === undefined ? [] : [namespace]);
  for (const formId of formIds) {
    const form = await loadForm(ctx, formId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (form) namespaces.add(form.namespace);
  }
  if (namespaces.size > 1) throw new AppError('MULTI_NAMESPACE_BULK_OPERATION');
}
