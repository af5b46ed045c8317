/** Calls that create and update forms (forms contract section 3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits, limitViolation, violation } from '@portico/domain';
import { violatesConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { requireFormsManager } from '../permissions.ts';
import { assertStorable, requireNoViolations } from './assert-storable.ts';
import { changeForm, type FormInput, type NewForm, newForm } from './document.ts';
import { withFormChange } from './form-cache.ts';
import { applyMask } from './form-mask.ts';
import { findFreeName } from './free-name.ts';
import { loadForm } from './load-form.ts';
import { countForms, insertForm, lockNewForms, updateForm as updateStored } from './store.ts';
import { type FormRow, toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/** Maximum number of attempts to insert a form with a free name, which a parallel call may take first. */
const MAX_ATTEMPTS = 5;

/** Creates a form. Also called for the starter content of a new site. */
export async function createForm(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createForm']>, 'body'>,
): Promise<Output<Endpoints['createForm']>> {
  requireFormsManager(ctx.caller);
  const form = newForm(body.form as FormInput, newId);
  return { form: await storeNewForm(ctx, form) };
}

/**
 * Checks and stores a new form with a free name.
 * @throws ViolationError with every violation of the rules for forms, or if the site has too many forms
 */
export async function storeNewForm(ctx: SiteCtx, form: NewForm): Promise<WireForm> {
  await assertStorable(ctx, form.namespace, form.document);
  return transaction(ctx, async (ctx) => {
    await requireFormQuota(ctx);
    const created = toWire(await insertUnderFreeName(ctx, form));
    await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.create', target: created.id, after: created });
    await emit(ctx, { type: 'wix.forms.v4.form_created', entityId: created.id, payload: { entity: created } });
    return created;
  });
}

/**
 * Checks that the site may have another form. Locks the creation of forms in the site, so that parallel calls cannot
 * exceed the limit.
 * @throws ViolationError NAMESPACE_FORMS_COUNT_EXCEEDED; FORMS_COUNT_RESTRICTIONS_ERROR
 */
export async function requireFormQuota(ctx: SiteCtx): Promise<void> {
  const { maxForms } = ctx.site.settings.forms.limits;
  await lockNewForms(ctx.db, ctx.site.id);
  const { total } = await countForms(ctx.db, ctx.site.id, null);
  if (total >= formLimits.forms) {
    const description = `cannot be created: the site has ${total} forms and may have at most ${formLimits.forms}`;
    requireNoViolations([
      violation('form', description, 'NAMESPACE_FORMS_COUNT_EXCEEDED', { limit: formLimits.forms }),
    ]);
  }
  if (total >= maxForms) requireNoViolations([limitViolation('Form', maxForms, 'FORMS_COUNT_RESTRICTIONS_ERROR')]);
}

async function insertUnderFreeName(ctx: SiteCtx, form: NewForm): Promise<FormRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const name = await findFreeName(ctx, form.namespace, form.name);
    const row = await insertForm(ctx.db, ctx.site.id, newId(), { ...form, name }, ctx.now);
    if (row) return row;
  }
  throw new AppError('CONFLICT');
}

/**
 * Changes a form. Fields that the request's list does not contain become deleted fields.
 * @throws AppError REVISION_MISMATCH; DELETED_FIELD_COUNT_OVER_MAX
 * @throws ViolationError with every violation of the rules for forms, such as another type for an existing field
 */
export async function updateForm(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateForm']>,
): Promise<Output<Endpoints['updateForm']>> {
  requireFormsManager(ctx.caller);
  const { formId } = query;
  const storedForm = await loadForm(ctx, formId);
  const { revision } = body.form;
  if (revision !== storedForm.revision) throw new AppError('REVISION_MISMATCH', { revision: storedForm.revision });

  const changed = changeForm(storedForm, applyMask(body.form, body.mask) as FormInput, newId);
  if (changed.document.deletedFormFields.length > ctx.site.settings.forms.limits.maxDeletedFields) {
    throw new AppError('DELETED_FIELD_COUNT_OVER_MAX');
  }
  await assertStorable(ctx, storedForm.namespace, changed.document, storedForm.document);
  const name =
    changed.name === storedForm.name ? storedForm.name : await findFreeName(ctx, storedForm.namespace, changed.name);
  return withFormChange(ctx, formId, async (ctx) => {
    const row = await updateStored(ctx.db, ctx.site.id, formId, revision, { ...changed, name }, ctx.now).catch(
      throwNameConflict,
    );
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: 'a newer one' });
    const form = toWire(row);
    const before = toWire(storedForm);
    await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.update', target: form.id, before, after: form });
    await emit(ctx, { type: 'wix.forms.v4.form_updated', entityId: form.id, payload: { currentEntity: form } });
    if (before.enabled !== form.enabled) {
      const type = form.enabled ? 'wix.forms.v4.form_enabled_form' : 'wix.forms.v4.form_disabled_form';
      await emit(ctx, { type, entityId: form.id, payload: { namespace: form.namespace, form } });
    }
    return { form };
  });
}

/** A parallel call has taken the name. The client may repeat the request. */
function throwNameConflict(error: unknown): never {
  if (violatesConstraint(error, 'forms_name_key')) throw new AppError('CONFLICT', {}, error);
  throw error;
}
