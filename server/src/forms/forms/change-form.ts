/** Small changes of one form that need no revision: they change what nobody else edits at the same moment. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits, violation } from '@portico/domain';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { eachOf } from '../bulk.ts';
import { requireFormsManager } from '../permissions.ts';
import { type AssignedTags, changedTags, requireSomeTags, type Tags } from '../tags.ts';
import { requireOneNamespace } from './bulk-forms.ts';
import { refuseForm } from './check-saved.ts';
import type { FormDocument } from './document.ts';
import { changingForm } from './form-cache.ts';
import { lockForm, updateForm } from './store.ts';
import { toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Changes the document of a form while it is held.
 * @throws AppError FORM_NOT_FOUND
 * @throws ViolationError FORM_SIZE_EXCEEDED
 */
export function changeDocument(
  ctx: SiteCtx,
  formId: string,
  change: (document: FormDocument) => FormDocument,
): Promise<WireForm> {
  return changingForm(ctx, formId, async (ctx) => {
    const stored = isGuid(formId) ? await lockForm(ctx.db, ctx.site.id, formId) : undefined;
    if (!stored) throw new AppError('FORM_NOT_FOUND', { formId });
    const { id, name, enabled, revision } = stored;
    const document = change(stored.document);
    requireBounded(document);
    const row = await updateForm(ctx.db, ctx.site.id, id, revision, { name, enabled, document }, ctx.now);
    if (!row) throw new AppError('CONFLICT');
    const after = toWire(row);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'forms.forms.update',
      target: id,
      before: toWire(stored),
      after,
    });
    await emit(ctx, { type: 'wix.forms.v4.form_updated', entityId: id, payload: { currentEntity: after } });
    return after;
  });
}

/** Many small changes make a form as large as one big one. */
function requireBounded(document: FormDocument): void {
  const size = JSON.stringify(document).length;
  if (size <= formLimits.formSize) return;
  refuseForm([violation('form', `has ${size} characters, at most ${formLimits.formSize}`, 'FORM_SIZE_EXCEEDED')]);
}

/** Sets what one namespace keeps about the form; the other namespaces stay. */
export async function updateFormExtendedFields(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateFormExtendedFields']>,
): Promise<Output<Endpoints['updateFormExtendedFields']>> {
  requireFormsManager(ctx.caller);
  const { namespace, namespaceData } = body;
  await changeDocument(ctx, query.formId, (document) => {
    const { namespaces } = (document.extendedFields ?? {}) as { namespaces?: Record<string, unknown> };
    return {
      ...document,
      extendedFields: {
        namespaces: Object.fromEntries([...Object.entries(namespaces ?? {}), [namespace, namespaceData]]),
      },
    };
  });
  return { namespace, namespaceData };
}

/**
 * Forgets deleted fields: their targets are unknown from now on. What was submitted stays.
 * @throws AppError DELETED_FIELD_NOT_FOUND when one of them is not among the deleted fields; then none is forgotten
 */
export async function bulkRemoveDeletedField(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkRemoveDeletedField']>,
): Promise<Output<Endpoints['bulkRemoveDeletedField']>> {
  requireFormsManager(ctx.caller);
  const gone = new Set(body.fieldsIds);
  const form = await changeDocument(ctx, body.formId, (document) => {
    const { deletedFormFields } = document;
    const known = new Set(deletedFormFields.map((field) => field.id));
    if (![...gone].every((id) => known.has(id))) throw new AppError('DELETED_FIELD_NOT_FOUND');
    return { ...document, deletedFormFields: deletedFormFields.filter((field) => !gone.has(field.id ?? '')) };
  });
  return { form };
}

/** Assigns and takes away tags of some forms, one result for each. */
export async function bulkUpdateFormTags(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkUpdateFormTags']>,
): Promise<Output<Endpoints['bulkUpdateFormTags']>> {
  requireFormsManager(ctx.caller);
  requireSomeTags(body);
  await requireOneNamespace(ctx, body.formIds, body.namespace);
  return eachOf(
    body.formIds,
    (id) => id,
    async (formId) => {
      await changeDocument(ctx, formId, retagged(body));
      return undefined;
    },
  );
}

export const retagged =
  (assigned: AssignedTags) =>
  (document: FormDocument): FormDocument => ({ ...document, tags: changedTags(document.tags as Tags, assigned) });
