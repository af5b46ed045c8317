/** The list of contacts, as the site's people read and keep it. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import { transaction } from '../db/index.ts';
import { emit } from '../events/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type ContactInfo, emailsOf, phonesOf, tidyInfo } from './info.ts';
import { keepLabels } from './labels.ts';
import { singleValues } from './merge.ts';
import { requireContactsManager, requireContactsReader } from './permissions.ts';
import { searchQuery } from './search-words.ts';
import {
  countContacts,
  deleteContact as deleteStored,
  findContact,
  listContacts as listStored,
  lockContact,
  lockKeys,
  updateContact as updateStored,
} from './store.ts';
import { upsertContact } from './upsert-contact.ts';
import { type ContactRow, toWire } from './wire.ts';

type Endpoints = typeof contactsEndpoints;

/** Of our own: whatever names the contact forgets it. The entity is the contact's id. */
export const CONTACT_DELETED = 'portico.v1.contact_deleted';

const MOST_COUNTED = 10_000;

export async function listContacts(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listContacts']>,
): Promise<Output<Endpoints['listContacts']>> {
  requireContactsReader(ctx.caller);
  const { search = '', labelKey = null, sort = 'CREATED_DATE_DESC', limit = 50, cursor } = query;
  const asked = { words: searchQuery(ctx.site.shortId, search, 'AND'), labelKey };
  const after = cursor === undefined ? null : readCursor(cursor, sort);
  const rows = await listStored(ctx.db, ctx.site.id, { ...asked, sort, after, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    contacts: rows.slice(0, limit).map(toWire),
    total: await countContacts(ctx.db, ctx.site.id, asked, MOST_COUNTED),
    nextCursor: last ? writeCursor(sort, [last.key, last.id]) : null,
  };
}

export async function createContact(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createContact']>,
): Promise<Output<Endpoints['createContact']>> {
  requireContactsManager(ctx.caller);
  const said = { info: body.info, emailVerified: false, byStaff: true, source: 'ADMIN' };
  const { contact } = await transaction(ctx, (ctx) => upsertContact(ctx, said));
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
  return there(await findContact(ctx.db, ctx.site.id, contactId), contactId);
}

export async function updateContact(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateContact']>,
): Promise<Output<Endpoints['updateContact']>> {
  return { contact: toWire(await changeContact(ctx, query.contactId, body.contact)) };
}

/**
 * What is sent of `info` replaces what was there; strangers cannot change its single values afterwards.
 * @throws AppError CONTACT_NOT_FOUND, REVISION_MISMATCH
 */
export function changeContact(
  ctx: SiteCtx,
  contactId: string,
  { revision, info }: { readonly revision: string; readonly info: ContactInfo },
): Promise<ContactRow> {
  requireContactsManager(ctx.caller);
  const said = tidyInfo(info, ctx.site.settings.forms.country);
  const keys = [...emailsOf(said).map(({ email }) => email), ...phonesOf(said).map((entry) => entry.e164Phone ?? '')];
  return transaction(ctx, async (ctx) => {
    await lockKeys(ctx.db, ctx.site.id, keys);
    await keepLabels(ctx, said);
    const known = there(await lockContact(ctx.db, ctx.site.id, contactId), contactId);
    if (revision !== known.revision) throw new AppError('REVISION_MISMATCH', { revision: known.revision });
    // Parts that are sent empty are gone from what was tidied: they are taken away.
    const cleared = Object.keys(info).filter((key) => !(key in said));
    const kept = Object.entries(known.info).filter(([key]) => !cleared.includes(key));
    const changed = { ...Object.fromEntries(kept), ...said };
    const emails = emailsOf(changed).map(({ email }) => email);
    const written = {
      info: changed,
      confirmedEmails: known.confirmed_emails.filter((email) => emails.includes(email)),
      confirmedFields: [...new Set([...known.confirmed_fields, ...singleValues(said).map(([name]) => name)])],
      memberId: known.member_id,
    };
    const row = await updateStored(ctx.db, ctx.site, { id: known.id, revision }, written, ctx.now);
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: known.revision });
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
 * In the caller's transaction.
 * @throws AppError CONTACT_NOT_FOUND
 */
export async function removeContact(ctx: SiteCtx, contactId: string): Promise<void> {
  there(await deleteStored(ctx.db, ctx.site.id, contactId), contactId);
  await emit(ctx, { type: CONTACT_DELETED, entityId: contactId, payload: {} });
}

function there(row: ContactRow | undefined, contactId: string): ContactRow {
  if (!row) throw new AppError('CONTACT_NOT_FOUND', { contactId });
  return row;
}
