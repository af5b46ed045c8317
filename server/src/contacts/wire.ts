import type { Contact } from '@portico/contract/contacts';
import type { Static } from 'typebox';
import { type ContactInfo, emailsOf, phonesOf, primaryOf } from './info.ts';

export type WireContact = Static<typeof Contact>;

export interface ContactRow {
  readonly id: string;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly source: string;
  readonly info: ContactInfo;
  readonly confirmed_emails: string[];
  readonly confirmed_fields: string[];
  readonly member_id: string | null;
}

export function toWire(row: ContactRow): WireContact {
  const email = primaryOf(emailsOf(row.info))?.email;
  const phone = primaryOf(phonesOf(row.info))?.phone;
  return {
    id: row.id,
    revision: row.revision,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    source: { sourceType: row.source },
    primaryInfo: { ...(email ? { email } : {}), ...(phone ? { phone } : {}) },
    info: row.info,
    ...(row.member_id ? { memberId: row.member_id } : {}),
    confirmedEmails: row.confirmed_emails,
  };
}
