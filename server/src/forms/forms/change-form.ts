/** Changes of single parts of a form. They need no revision, because each replaces only what the request names. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits, violation } from '@portico/domain';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { runBulk } from '../bulk.ts';
import { requireFormsManager } from '../permissions.ts';
import { applyTagChange, requireSomeTags, type TagChange, type Tags } from '../tags.ts';
import { requireNoViolations } from './assert-storable.ts';
import { requireOneNamespace } from './bulk-forms.ts';
import type { FormDocument } from './document.ts';
import { withFormChange } from './form-cache.ts';
import { lockForm, updateForm } from './store.ts';
import { toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Locks a form, changes its document and emits the event.
 * @throws AppError FORM_NOT_FOUND
 * @throws ViolationError FORM_SIZE_EXCEEDED
 */
export function changeDocument(
  ctx: SiteCtx,
  formId: string,
  change: (document: FormDocument) => FormDocument,
): Promise<WireForm> {
  return withFormChange(ctx, formId, async (ctx) => {
    const storedForm = isGuid(formId) ? await lockForm(ctx.db, ctx.site.id, formId) : undefined;
    if (!storedForm) throw new AppError('FORM_NOT_FOUND', { formId });
    const { id, name, enabled, revision } = storedForm;
    const document = change(storedForm.document);
    requireMaxSize(document);
    const row = await updateForm(ctx.db, ctx.site.id, id, revision, { name, enabled, document }, ctx.now);
    if (!row) throw new AppError('CONFLICT');
    const after = toWire(row);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'forms.forms.update',
      target: id,
      before: toWire(storedForm),
      after,
    });
    await emit(ctx, { type: 'wix.forms.v4.form_updated', entityId: id, payload: { currentEntity: after } });
    return after;
  });
}

/** The schema bounds the size of one update. Without this check, many small changes could add up to a larger form. */
function requireMaxSize(document: FormDocument): void {
  const size = JSON.stringify(document).length;
  if (size <= formLimits.formSize) return;
  const description = `must not have more than ${formLimits.formSize} characters; it has ${size}`;
  requireNoViolations([violation('form', description, 'FORM_SIZE_EXCEEDED')]);
}

/** Replaces the extended fields of one namespace. The other namespaces stay as they are. */
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
 * Permanently deletes fields that were deleted from a form. New submissions cannot contain values for
 * these fields; existing submissions stay as they are.
 * @throws AppError DELETED_FIELD_NOT_FOUND if the form has no such deleted field. In that case, nothing is deleted.
 */
export async function bulkRemoveDeletedField(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkRemoveDeletedField']>,
): Promise<Output<Endpoints['bulkRemoveDeletedField']>> {
  requireFormsManager(ctx.caller);
  const removedIds = new Set(body.fieldsIds);
  const form = await changeDocument(ctx, body.formId, (document) => {
    const { deletedFormFields } = document;
    const known = new Set(deletedFormFields.map((field) => field.id));
    if (![...removedIds].every((id) => known.has(id))) throw new AppError('DELETED_FIELD_NOT_FOUND');
    return { ...document, deletedFormFields: deletedFormFields.filter((field) => !removedIds.has(field.id ?? '')) };
  });
  return { form };
}

/** Assigns and unassigns tags of several forms. Returns one result per form. */
export async function bulkUpdateFormTags(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkUpdateFormTags']>,
): Promise<Output<Endpoints['bulkUpdateFormTags']>> {
  requireFormsManager(ctx.caller);
  requireSomeTags(body);
  await requireOneNamespace(ctx, body.formIds, body.namespace);
  return runBulk(
    body.formIds,
    (id) => id,
    async (formId) => {
      await changeDocument(ctx, formId, withTags(body));
      return undefined;
    },
  );
}

/** Returns the function that changes the tags of a document. */
export const withTags =
  (tagChange: TagChange) =>
  (document: FormDocument): FormDocument => ({ ...document, tags: applyTagChange(document.tags as Tags, tagChange) });
