import { Resolver } from 'node:dns/promises';
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { readEmail } from '../members/email-address.ts';

type Endpoint = (typeof identityEndpoints)['validateEmail'];
type Answer = Output<Endpoint>;

const LOOKUP_MS = 2_000;
/** the domain exists without, or does not exist: only these two are the domain's fault */
const MISSING = ['ENODATA', 'ENOTFOUND'];

/** Whether an address is well formed and its domain takes mail. Says nothing about who is registered. */
export async function validateEmail(_ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Answer> {
  const email = readEmail(body.email);
  if (!email) return { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' }, formatInvalid: true };
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  if (await takesMail(email.slice(email.indexOf('@') + 1), resolver)) return { valid: true, formatInvalid: false };
  return { valid: false, failure: { reason: 'EMAIL_DOMAIN_MISSING_DNS_RECORDS' }, formatInvalid: false };
}

/**
 * Mail goes to the MX hosts of a domain, and to the domain itself where it names none (RFC 5321, section 5.1). A name
 * server that cannot be asked proves nothing against the address.
 */
export async function takesMail(
  domain: string,
  resolver: Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>,
): Promise<boolean> {
  const mx = await lookUp(() => resolver.resolveMx(domain));
  // A single empty host says "no mail here" (RFC 7505).
  if (mx !== 'MISSING') return mx === 'UNKNOWN' || mx.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const [ip4, ip6] = await Promise.all([
    lookUp(() => resolver.resolve4(domain)),
    lookUp(() => resolver.resolve6(domain)),
  ]);
  return ip4 !== 'MISSING' || ip6 !== 'MISSING';
}

async function lookUp<R>(ask: () => Promise<R>): Promise<R | 'MISSING' | 'UNKNOWN'> {
  try {
    return await ask();
  } catch (error) {
    return MISSING.includes((error as NodeJS.ErrnoException).code ?? '') ? 'MISSING' : 'UNKNOWN';
  }
}
