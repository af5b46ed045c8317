/**
 * Devices on which a member has signed in. Only a proof that cannot be forged identifies one: the visitor of a signed
 * token, or the secret of a cookie. Failed guesses from other devices then do not slow down the member.
 */
import { readUserAgent } from '@portico/domain';
import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { queueMail } from '../../mail/index.ts';
import type { MemberRow } from '../members/wire.ts';
import { upsertDevices } from './device-store.ts';

export interface Device {
  /** The hash that identifies the device; null if the request contains no proof. */
  readonly proof: Buffer | null;
  readonly userAgent: string;
}

/** Identifies the device of an API call by the visitor of its token. */
export function deviceOfCall(ctx: SiteCtx, request: RequestInfo): Device {
  const caller = ctx.paired ?? ctx.caller;
  const proof = caller.kind === 'visitor' ? hashSecret(`visitor ${caller.id}`) : null;
  return { proof, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
}

/**
 * Stores the device of a sign-in, and mails the member if the device is new. A device is known by its proof, or by its
 * user agent and network. The first sign-in of a member causes no mail.
 */
export async function recordDevice(ctx: SiteCtx, member: MemberRow, { proof, userAgent }: Device): Promise<void> {
  // The word "place" is part of stored hashes and must stay.
  const network = hashSecret(`place ${userAgent} ${networkOf(ctx.address)}`);
  const hashes = proof ? [proof, network] : [network];
  const { known, before } = await upsertDevices(ctx.db, ctx.site.id, member.id, hashes, ctx.now);
  if (before === 0 || known > 0) return;
  await queueMail(ctx, {
    kind: 'NEW_DEVICE',
    to: member.login_email,
    language: member.language,
    values: { device: nameOf(userAgent), address: ctx.address, time: ctx.now.toISOString() },
    link: `${ctx.site.origin}/account`,
  });
}

/** Returns a name such as `Firefox, Linux`, which is the same in every language. */
function nameOf(userAgent: string): string {
  const { browser, system, program } = readUserAgent(userAgent);
  return [browser ?? program, system].filter(Boolean).join(', ') || '?';
}
