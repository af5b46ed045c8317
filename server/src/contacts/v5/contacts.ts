/** The calls on contacts in version 5 of the vendor's API. */
import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadContact } from '../contacts.ts';
import { createNewContact } from '../create-contact.ts';
import { columnsV5 } from '../filter-store.ts';
import { labelContact } from '../label-contact.ts';
import { readPage } from '../read-page.ts';
import { readInfo, toWireV5 } from './wire.ts';

type Endpoints = typeof contactsEndpoints;
type ContactOutput = Promise<Output<Endpoints['getContactV5']>>;
type PageOutput = Promise<Output<Endpoints['queryContactsV5']>>;

export async function createContactV5(ctx: SiteCtx, { body }: Input<Endpoints['createContactV5']>): ContactOutput {
  const { contact, allowDuplicates } = body;
  return { contact: toWireV5(await createNewContact(ctx, { info: readInfo(contact), allowDuplicates })) };
}

export const getContactV5 = async (ctx: SiteCtx, { query }: Input<Endpoints['getContactV5']>): ContactOutput => ({
  contact: toWireV5(await loadContact(ctx, query.contactId)),
});

export async function queryContactsV5(ctx: SiteCtx, { query }: Input<Endpoints['queryContactsV5']>): PageOutput {
  const { rows, metadata } = await readPage(ctx, 'contacts.v5.query', columnsV5, query.query ?? {});
  return { contacts: rows.map(toWireV5), pagingMetadata: metadata };
}

export async function searchContactsV5(ctx: SiteCtx, { query }: Input<Endpoints['searchContactsV5']>): PageOutput {
  const { rows, metadata } = await readPage(ctx, 'contacts.v5.search', columnsV5, query.search ?? {});
  return { contacts: rows.map(toWireV5), pagingMetadata: metadata };
}

export async function updateContactTagsV5(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateContactTagsV5']>,
): ContactOutput {
  const change = {
    assign: body.assignTags?.privateTags?.tagIds ?? [],
    unassign: body.unassignTags?.privateTags?.tagIds ?? [],
  };
  return { contact: toWireV5(await labelContact(ctx, query.contactId, change)) };
}
