/** Calls on contacts for dashboard users and API keys. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import type { ContactSort } from '@portico/domain';
import { transaction } from '../db/index.ts';
import { emit } from '../events/index.ts';
import type { SortKey } from '../filter/page.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { listColumns } from './filter-store.ts';
import { type ContactInfo, emailsOf, normalizeInfo, phonesOf } from './info.ts';
import { createMissingLabels } from './labels.ts';
import { listSingleValues } from './merge.ts';
import { requireContactsManager, requireContactsReader } from './permissions.ts';
import { MAX_COUNT, readPage } from './read-page.ts';
import {
  countMatching,
  deleteContact as deleteStored,
  findContact,
  lockContact,
  lockKeys,
  updateContact as updateStored,
} from './store.ts';
import { upsertContact } from './upsert-contact.ts';
import { type ContactRow, toWire } from './wire.ts';

type Endpoints = typeof contactsEndpoints;

/** An internal event: listeners unlink the contact. Its entity id is the contact's id. */
export const CONTACT_DELETED = 'portico.v1.contact_deleted';

const SORT_FIELDS = { CREATED_DATE: 'createdDate', UPDATED_DATE: 'updatedDate', NAME: 'name' } as const;

export async function listContacts(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listContacts']>,
): Promise<Output<Endpoints['listContacts']>> {
  const { search = '', labelKey, sort = 'CREATED_DATE_DESC', limit, cursor } = query;
  const request = {
    filter: labelKey === undefined ? {} : { labelKeys: labelKey },
    search: { expression: search, mode: 'AND' },
    sort: [sortKeyOf(sort)],
    cursorPaging: { ...(limit && { limit }), ...(cursor !== undefined && { cursor }) },
  } as const;
  const { rows, metadata, where } = await readPage(ctx, 'contacts.list', listColumns, request, ctx.db);
  return {
    contacts: rows.map(toWire),
    total: await countMatching(ctx.db, ctx.site.id, where, MAX_COUNT),
    nextCursor: metadata.cursors.next ?? null,
  };
}

function sortKeyOf(sort: ContactSort): SortKey {
  const [, by, order] = /^(\w+)_(ASC|DESC)$/.exec(sort) as unknown as [
    string,
    keyof typeof SORT_FIELDS,
    'ASC' | 'DESC',
  ];
  return { fieldName: SORT_FIELDS[by], order };
}

export async function createContact(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createContact']>,
): Promise<Output<Endpoints['createContact']>> {
  requireContactsManager(ctx.caller);
  const input = { info: body.info, emailVerified: false, isByStaff: true, source: 'ADMIN' };
  const { contact } = await transaction(ctx, (ctx) => upsertContact(ctx, input));
  return { contact: toWire(contact) };
}

export async function getContact(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getContact']>,
): Promise<Output<Endpoints['getContact']>> {
  return { contact: toWire(await loadContact(ctx, query.contactId)) };
}

/** @throws AppError CONTACT_NOT_FOUND */
export async function loadContact(ctx: SiteCtx, contactId: string): Promise<ContactRow> {
  requireContactsReader(ctx.caller);
  return requireFound(await findContact(ctx.db, ctx.site.id, contactId), contactId);
}

export async function updateContact(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateContact']>,
): Promise<Output<Endpoints['updateContact']>> {
  return { contact: toWire(await changeContact(ctx, query.contactId, body.contact)) };
}

/**
 * Replaces the parts of `info` that the request contains. Received values outside lists, such as the name, become
 * confirmed: visitors cannot change them afterwards.
 * @throws AppError CONTACT_NOT_FOUND, REVISION_MISMATCH
 */
export function changeContact(
  ctx: SiteCtx,
  contactId: string,
  { revision, info }: { readonly revision: string; readonly info: ContactInfo },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  const receivedInfo = normalizeInfo(info, ctx.site.settings.forms.country);
  const emailKeys = emailsOf(receivedInfo).map(({ email }) => email);
  const keys = [...emailKeys, ...phonesOf(receivedInfo).map((entry) => entry.e164Phone ?? '')];
  return transaction(ctx, async (ctx) => {
    await lockKeys(ctx.db, ctx.site.id, keys);
    await createMissingLabels(ctx, receivedInfo);
    const existing = requireFound(await lockContact(ctx.db, ctx.site.id, contactId), contactId);
    if (revision !== existing.revision) throw new AppError('REVISION_MISMATCH', { revision: existing.revision });
    // Normalization has removed the empty parts of the request. An empty part deletes the stored one.
    const emptyKeys = Object.keys(info).filter((key) => !(key in receivedInfo));
    const unchanged = Object.entries(existing.info).filter(([key]) => !emptyKeys.includes(key));
    const changed = { ...Object.fromEntries(unchanged), ...receivedInfo };
    const emails = emailsOf(changed).map(({ email }) => email);
    const values = {
      info: changed,
      confirmedEmails: existing.confirmed_emails.filter((email) => emails.includes(email)),
      confirmedFields: [
        ...new Set([...existing.confirmed_fields, ...listSingleValues(receivedInfo).map(([name]) => name)]),
      ],
      memberId: existing.member_id,
    };
    const row = await updateStored(ctx.db, ctx.site, { id: existing.id, revision }, values, ctx.now);
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: existing.revision });
    return row;
  });
}

export async function deleteContact(
  ctx: SiteCtx,
  { query }: Pick<Input<Endpoints['deleteContact']>, 'query'>,
): Promise<Output<Endpoints['deleteContact']>> {
  requireContactsManager(ctx.caller);
  await transaction(ctx, (ctx) => removeContact(ctx, query.contactId));
  return {};
}

/**
 * Deletes a contact and emits the event. Call it in a transaction.
 * @throws AppError CONTACT_NOT_FOUND
 */
export async function removeContact(ctx: SiteCtx, contactId: string): Promise<void> {
  requireFound(await deleteStored(ctx.db, ctx.site.id, contactId), contactId);
  await emit(ctx, { type: CONTACT_DELETED, entityId: contactId, payload: {} });
}

function requireFound(row: ContactRow | undefined, contactId: string): ContactRow {
  if (!row) throw new AppError('CONTACT_NOT_FOUND', { contactId });
  return row;
}
