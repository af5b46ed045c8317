import type { contactsEndpoints } from '@portico/contract/contacts';
import type { Output } from '@portico/contract/endpoint';
import { phonesOf, primaryOf } from '../info.ts';
import { type ContactRow, toWire } from '../wire.ts';

type WireV4 = Output<(typeof contactsEndpoints)['getContactV4']>['contact'];

/** Extended field with the subscription status. The vendor returns NOT_SET for contacts who have not opted in. */
const SUBSCRIPTION_KEY = 'emailSubscriptions.subscriptionStatus';

export function toWireV4(row: ContactRow): WireV4 {
  const { id, revision, createdDate, updatedDate, source, primaryInfo, info, memberId } = toWire(row);
  const phone = primaryOf(phonesOf(info));
  const subscriptionStatus = String(info.extendedFields?.items?.[SUBSCRIPTION_KEY] ?? 'NOT_SET');
  return {
    id,
    revision: Number(revision),
    createdDate,
    updatedDate,
    source,
    primaryInfo,
    info,
    ...(primaryInfo.email ? { primaryEmail: { email: primaryInfo.email, subscriptionStatus } } : {}),
    ...(phone ? { primaryPhone: phoneOf(phone) } : {}),
    ...(memberId ? { memberInfo: { memberId } } : {}),
  };
}

const phoneOf = ({ phone, e164Phone, countryCode }: ReturnType<typeof phonesOf>[number]) => ({
  phone,
  ...(e164Phone ? { e164Phone } : {}),
  ...(countryCode ? { countryCode } : {}),
});
