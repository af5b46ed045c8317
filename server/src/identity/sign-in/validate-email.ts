import { Resolver } from 'node:dns/promises';
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { readEmail } from '../members/email-address.ts';

type Endpoint = (typeof identityEndpoints)['validateEmail'];
type EmailValidation = Output<Endpoint>;

const LOOKUP_TIMEOUT_MS = 2_000;
/** DNS errors that prove that the domain lacks the record or does not exist; other errors prove nothing. */
const MISSING = ['ENODATA', 'ENOTFOUND'];

/** Checks whether an address is well-formed and its domain accepts mail. Does not reveal who is registered. */
export async function validateEmail(_ctx: SiteCtx, { body }: Input<Endpoint>): Promise<EmailValidation> {
  const email = readEmail(body.email);
  if (!email) return { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' }, formatInvalid: true };
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: 1 });
  if (await acceptsMail(email.slice(email.indexOf('@') + 1), resolver)) return { valid: true, formatInvalid: false };
  return { valid: false, failure: { reason: 'EMAIL_DOMAIN_MISSING_DNS_RECORDS' }, formatInvalid: false };
}

/**
 * Looks up the MX hosts of a domain, or its addresses if it has no MX record (RFC 5321, section 5.1). Returns true if
 * the name server does not respond, because that proves nothing about the address.
 */
export async function acceptsMail(
  domain: string,
  resolver: Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>,
): Promise<boolean> {
  const mx = await lookUp(() => resolver.resolveMx(domain));
  // A single empty host means that the domain accepts no mail (RFC 7505).
  if (mx !== 'MISSING') return mx === 'UNKNOWN' || mx.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const [ip4, ip6] = await Promise.all([
    lookUp(() => resolver.resolve4(domain)),
    lookUp(() => resolver.resolve6(domain)),
  ]);
  return ip4 !== 'MISSING' || ip6 !== 'MISSING';
}

async function lookUp<R>(query: () => Promise<R>): Promise<R | 'MISSING' | 'UNKNOWN'> {
  try {
    return await query();
  } catch (error) {
    return MISSING.includes((error as NodeJS.ErrnoException).code ?? '') ? 'MISSING' : 'UNKNOWN';
  }
}
