/**
 * Signals of Portico's form component that reveal robots: a ticket with the time at which the form was shown, and a
 * hidden field.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { MIN_FILL_SECONDS, spamSignals } from '@portico/domain';
import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireAllowedOrigin } from '../forms/require-allowed-origin.ts';
import { requireFormsReader } from '../permissions.ts';

type Endpoint = (typeof formsEndpoints)['getFormTicket'];

export interface Signals {
  readonly ticket?: string;
  readonly honeypot?: string;
}

/** A form may stay open in a browser for a day. */
const TICKET_LIFETIME_SECONDS = 86_400;

/**
 * Issues a signed ticket with the current time, valid for one submission of this form. Nothing is stored until it is
 * used.
 */
export async function getFormTicket(
  ctx: SiteCtx,
  { query }: Input<Endpoint>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireFormsReader(ctx.caller);
  const form = await loadForm(ctx, query.formId);
  requireAllowedOrigin(ctx, form, request);
  const claims = { site: ctx.site.id, kind: 'visitor', subject: form.id, session: newId() } as const;
  const ticket = await ctx.env.tokenSigner.sign(
    'form-ticket',
    { ...claims, extra: { shown: ctx.now.getTime() } },
    TICKET_LIFETIME_SECONDS,
    ctx.now,
  );
  return { ticket, expiresDate: new Date(ctx.now.getTime() + TICKET_LIFETIME_SECONDS * 1_000).toISOString() };
}

/** Reads the signals from the metadata of a submission, a map of lists. */
export function signalsOf(metadata: Readonly<Record<string, unknown>> | undefined): Signals {
  const firstOf = (key: string): string | undefined => {
    const list = metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  };
  const [ticket, honeypot] = [firstOf(spamSignals.ticket), firstOf(spamSignals.honeypot)];
  return { ...(ticket === undefined ? {} : { ticket }), ...(honeypot === undefined ? {} : { honeypot }) };
}

export type VerifiedSignals =
  /** What the signals reveal about the sender, as a sentence for the owner. */
  | { readonly problem: string }
  /** The rate window that lets the ticket count once, or null without a ticket. */
  | { readonly problem: null; readonly ticketWindow: { subject: string; max: 1; seconds: number } | null };

/** Verifies the signals. Missing signals are accepted, because other clients do not send them. */
export async function readSignals(
  ctx: SiteCtx,
  formId: string,
  { ticket, honeypot }: Signals,
): Promise<VerifiedSignals> {
  if (honeypot) return { problem: 'A field that people do not see was filled in.' };
  if (ticket === undefined) return { problem: null, ticketWindow: null };
  const token = await ctx.env.tokenSigner.verify('form-ticket', ticket, ctx.now);
  if (token?.site !== ctx.site.id || token.subject !== formId) {
    return { problem: 'The form was opened too long ago, or the submission was made for another form.' };
  }
  const filledInSeconds = (ctx.now.getTime() - Number(token.extra?.shown)) / 1_000;
  if (!(filledInSeconds >= MIN_FILL_SECONDS)) return { problem: 'The form was filled in faster than a person can.' };
  return {
    problem: null,
    ticketWindow: { subject: `form-ticket ${token.session}`, max: 1, seconds: TICKET_LIFETIME_SECONDS },
  };
}
