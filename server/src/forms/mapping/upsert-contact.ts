import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { Db } from '../../db/index.ts';
import { transaction } from '../../db/index.ts';
import type { SiteEvent } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { lockSubmission } from '../records/store.ts';
import { mapContact } from './map-contact.ts';
import { clearContact } from './store.ts';

type Endpoint = (typeof formsEndpoints)['upsertContactFromSubmission'];

/**
 * Creates or completes the contact of an existing submission, after the form's mapping has changed or the sender's
 * e-mail address was verified.
 */
export async function upsertContactFromSubmission(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  const { submissionId, contactId, emailVerified = false } = body;
  const result = await transaction(ctx, async (ctx) => {
    const row = isGuid(submissionId) ? await lockSubmission(ctx.db, ctx.site.id, submissionId) : undefined;
    if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
    const form = await loadFormWithNested(ctx, row.form_id);
    return mapContact(ctx, { form, row, emailVerified, contactId: contactId ?? row.contact_id ?? undefined });
  });
  if (!result) throw new AppError('NOTHING_TO_MAP', { submissionId });
  return { submitContactResponse: result };
}

/** The listener for deleted contacts: unlinks their submissions. */
export const forgetContact = (db: Db, event: SiteEvent): Promise<void> =>
  clearContact(db, event.siteId, event.entityId);
