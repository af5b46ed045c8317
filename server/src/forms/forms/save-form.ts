/** Making and changing forms (forms contract section 3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { formLimits, limitViolation, violation } from '@portico/domain';
import { isConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { requireFormsManager } from '../permissions.ts';
import { assertStorable, refuseForm } from './check-saved.ts';
import { changedForm, type NewForm, newForm, type WrittenForm } from './document.ts';
import { changingForm } from './form-cache.ts';
import { maskedForm } from './form-mask.ts';
import { freeName } from './free-name.ts';
import { loadForm } from './load-form.ts';
import { countForms, insertForm, lockNewForms, updateForm as updateStored } from './store.ts';
import { type FormRow, toWire, type WireForm } from './wire.ts';

type Endpoints = typeof formsEndpoints;

/** how often a name that was free is found taken by somebody else's form before giving up */
const TRIES = 5;

/** Makes a form in the caller's site; also the way to the starter content. */
export async function createForm(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['createForm']>, 'body'>,
): Promise<Output<Endpoints['createForm']>> {
  requireFormsManager(ctx.caller);
  const form = newForm(body.form as WrittenForm, newId);
  return { form: await storeNewForm(ctx, form) };
}

/**
 * Checks and stores a new form under a free name.
 * @throws ViolationError naming everything that keeps it from being stored, the number of forms among it
 */
export async function storeNewForm(ctx: SiteCtx, form: NewForm): Promise<WireForm> {
  await assertStorable(ctx, form.namespace, form.document);
  return transaction(ctx, async (ctx) => {
    await requireRoom(ctx);
    const created = toWire(await insertUnderFreeName(ctx, form));
    await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.create', target: created.id, after: created });
    await emit(ctx, { type: 'wix.forms.v4.form_created', entityId: created.id, payload: { entity: created } });
    return created;
  });
}

/** New forms of a site come one after another, so that no two take the last place. */
export async function requireRoom(ctx: SiteCtx): Promise<void> {
  const { maxForms } = ctx.site.settings.forms.limits;
  await lockNewForms(ctx.db, ctx.site.id);
  const { total } = await countForms(ctx.db, ctx.site.id, null);
  if (total >= formLimits.forms) {
    const description = `the site has ${total} forms, at most ${formLimits.forms}`;
    refuseForm([violation('form', description, 'NAMESPACE_FORMS_COUNT_EXCEEDED', { limit: formLimits.forms })]);
  }
  if (total >= maxForms) refuseForm([limitViolation('Form', maxForms, 'FORMS_COUNT_RESTRICTIONS_ERROR')]);
}

async function insertUnderFreeName(ctx: SiteCtx, form: NewForm): Promise<FormRow> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const name = await freeName(ctx, form.namespace, form.name);
    const row = await insertForm(ctx.db, ctx.site.id, newId(), { ...form, name }, ctx.now);
    if (row) return row;
  }
  throw new AppError('CONFLICT');
}

/** Changes a form. Fields left out of the list move to the deleted fields; what is fixed once made is refused. */
export async function updateForm(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateForm']>,
): Promise<Output<Endpoints['updateForm']>> {
  requireFormsManager(ctx.caller);
  const { formId } = query;
  const stored = await loadForm(ctx, formId);
  const { revision } = body.form;
  if (revision !== stored.revision) throw new AppError('REVISION_MISMATCH', { revision: stored.revision });

  const changed = changedForm(stored, maskedForm(body.form, body.mask) as WrittenForm, newId);
  if (changed.document.deletedFormFields.length > ctx.site.settings.forms.limits.maxDeletedFields) {
    throw new AppError('DELETED_FIELD_COUNT_OVER_MAX');
  }
  await assertStorable(ctx, stored.namespace, changed.document, stored.document);
  const name = changed.name === stored.name ? stored.name : await freeName(ctx, stored.namespace, changed.name);
  return changingForm(ctx, formId, async (ctx) => {
    const row = await updateStored(ctx.db, ctx.site.id, formId, revision, { ...changed, name }, ctx.now).catch(
      nameTaken,
    );
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: 'a newer one' });
    const form = toWire(row);
    const before = toWire(stored);
    await audit(ctx, { siteId: ctx.site.id, action: 'forms.forms.update', target: form.id, before, after: form });
    await emit(ctx, { type: 'wix.forms.v4.form_updated', entityId: form.id, payload: { currentEntity: form } });
    if (before.enabled !== form.enabled) {
      const type = form.enabled ? 'wix.forms.v4.form_enabled_form' : 'wix.forms.v4.form_disabled_form';
      await emit(ctx, { type, entityId: form.id, payload: { namespace: form.namespace, form } });
    }
    return { form };
  });
}

/** Two forms took the same free name at the same moment: the second one may simply try again. */
function nameTaken(error: unknown): never {
  if (isConstraint(error, 'forms_name_key')) throw new AppError('CONFLICT', {}, error);
  throw error;
}
