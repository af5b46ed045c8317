/** The calls on contacts in version 4 of the vendor's API. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeContact, loadContact } from '../contacts.ts';
import { createNewContact } from '../create-contact.ts';
import { columnsV4 } from '../filter-store.ts';
import { labelContact } from '../label-contact.ts';
import { readOffsetPage } from '../read-page.ts';
import { toWireV4 } from './wire.ts';

type Endpoints = typeof contactsEndpoints;
type ContactOutput = Promise<Output<Endpoints['getContactV4']>>;
type PageOutput = Promise<Output<Endpoints['queryContactsV4']>>;

export const createContactV4 = async (ctx: SiteCtx, { body }: Input<Endpoints['createContactV4']>): ContactOutput => ({
  contact: toWireV4(await createNewContact(ctx, body)),
});

export const getContactV4 = async (ctx: SiteCtx, { query }: Input<Endpoints['getContactV4']>): ContactOutput => ({
  contact: toWireV4(await loadContact(ctx, query.contactId)),
});

export const updateContactV4 = async (
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateContactV4']>,
): ContactOutput => ({
  contact: toWireV4(await changeContact(ctx, query.contactId, { revision: String(body.revision), info: body.info })),
});

export const labelContactV4 = async (
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['labelContactV4']>,
): ContactOutput => ({
  contact: toWireV4(await labelContact(ctx, query.contactId, { assign: body.labelKeys })),
});

export const unlabelContactV4 = async (
  ctx: SiteCtx,
  { query }: Input<Endpoints['unlabelContactV4']>,
): ContactOutput => ({
  contact: toWireV4(await labelContact(ctx, query.contactId, { unassign: query.labelKeys })),
});

export async function queryContactsV4(ctx: SiteCtx, { body }: Input<Endpoints['queryContactsV4']>): PageOutput {
  const { rows, pagingMetadata } = await readOffsetPage(ctx, columnsV4, body.query ?? {});
  return { contacts: rows.map(toWireV4), pagingMetadata };
}

export async function listContactsV4(ctx: SiteCtx, { query }: Input<Endpoints['listContactsV4']>): PageOutput {
  const { sort, paging } = query;
  const request = { ...(sort ? { sort: [sort] } : {}), ...(paging ? { paging } : {}) };
  const { rows, pagingMetadata } = await readOffsetPage(ctx, columnsV4, request);
  return { contacts: rows.map(toWireV4), pagingMetadata };
}
