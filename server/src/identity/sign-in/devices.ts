/**
 * Devices that a member has signed in from. Only what cannot be made up counts as a known device: the visitor of a
 * signed token, or the secret of a cookie. Guesses from elsewhere then do not slow down the owner of the account.
 */
import { readUserAgent } from '@portico/domain';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { queueMail } from '../../mail/index.ts';
import type { MemberRow } from '../members/wire.ts';

export interface Device {
  /** what proves the device; null where nothing does */
  readonly proof: Buffer | null;
  readonly userAgent: string;
}

/** The device of an API call: the visitor whose token it carries. */
export function deviceOfCall(ctx: SiteCtx, request: RequestInfo): Device {
  const who = ctx.paired ?? ctx.caller;
  const proof = who.kind === 'visitor' ? hashSecret(`visitor ${who.id}`) : null;
  return { proof, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
}

/** Looks also where there is no such member: the time taken does not tell. */
export async function isKnownDevice(db: Db, siteId: string, memberId: string, device: Device): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from member_devices
      where site_id = ${siteId} and member_id = ${memberId} and device_hash = ${device.proof ?? Buffer.alloc(0)}
    ) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/**
 * Remembers where the member signed in from, and tells the member of a device that is new: neither its proof nor this
 * program at this address was there before. The very first sign-in is no news.
 */
export async function noteDevice(ctx: SiteCtx, member: MemberRow, { proof, userAgent }: Device): Promise<void> {
  const place = hashSecret(`place ${userAgent} ${networkOf(ctx.address)}`);
  const hashes = proof ? [proof, place] : [place];
  const { rows } = await sql<{ known: number; before: number }>`
    with before as (
      select device_hash from member_devices where site_id = ${ctx.site.id} and member_id = ${member.id}
    ), noted as (
      insert into member_devices (site_id, member_id, device_hash, first_seen_at, last_seen_at)
      select ${ctx.site.id}::uuid, ${member.id}::uuid, hash, ${ctx.now}, ${ctx.now} from unnest(${hashes}::bytea[]) as hash
      on conflict (site_id, member_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    )
    select count(*)::int as before, (count(*) filter (where device_hash = any(${hashes}::bytea[])))::int as known
    from before`.execute(ctx.db);
  const { known = 0, before = 0 } = rows[0] ?? {};
  if (before === 0 || known > 0) return;
  await queueMail(ctx, {
    kind: 'NEW_DEVICE',
    to: member.login_email,
    language: member.language,
    values: { device: nameOf(userAgent), address: ctx.address, time: ctx.now.toISOString() },
    link: `${ctx.site.origin}/account`,
  });
}

/** `Firefox, Linux`: the same in every language. */
function nameOf(userAgent: string): string {
  const { browser, system, program } = readUserAgent(userAgent);
  return [browser ?? program, system].filter(Boolean).join(', ') || '?';
}

/** After a password was reset, nothing that signed in with the old one is trusted. */
export const deleteDevicesOfMember = (db: Db, siteId: string, memberId: string) =>
  db.deleteFrom('member_devices').where('site_id', '=', siteId).where('member_id', '=', memberId).execute();
