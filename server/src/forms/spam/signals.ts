/** What a robot gets wrong of our own form: a ticket of when the form was shown, and a field that people do not see. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { MIN_FILL_SECONDS, spamSignals } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { loadForm } from '../forms/load-form.ts';
import { requireFormsReader } from '../permissions.ts';

type Endpoint = (typeof formsEndpoints)['getFormTicket'];

export interface Signals {
  readonly ticket?: string;
  readonly honeypot?: string;
}

/** a form may stay open in a browser for a day before it is sent */
const TICKET_SECONDS = 86_400;

/**
 * The sign of when a form was shown, good for one submission of this form. Signed, not stored: it costs nothing until
 * it is used.
 */
export async function getFormTicket(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireFormsReader(ctx.caller);
  const form = await loadForm(ctx, query.formId);
  const claims = { site: ctx.site.id, kind: 'visitor', subject: form.id, session: newId() } as const;
  const ticket = await ctx.env.tokens.sign(
    'form-ticket',
    { ...claims, extra: { shown: ctx.now.getTime() } },
    TICKET_SECONDS,
    ctx.now,
  );
  return { ticket, expiresDate: new Date(ctx.now.getTime() + TICKET_SECONDS * 1_000).toISOString() };
}

/** Of the map of lists that came with a submission. */
export function signalsOf(metadata: Readonly<Record<string, unknown>> | undefined): Signals {
  const first = (key: string): string | undefined => {
    const list = metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  };
  const [ticket, honeypot] = [first(spamSignals.ticket), first(spamSignals.honeypot)];
  return { ...(ticket === undefined ? {} : { ticket }), ...(honeypot === undefined ? {} : { honeypot }) };
}

export type ReadSignals =
  /** what is wrong about them */
  | { readonly wrong: string }
  /** the window in which the ticket counts once, where there is one */
  | { readonly wrong: null; readonly once: { subject: string; most: 1; seconds: number } | null };

/** Wrong signals are a robot's; missing ones say nothing. */
export async function readSignals(ctx: SiteCtx, formId: string, { ticket, honeypot }: Signals): Promise<ReadSignals> {
  if (honeypot) return { wrong: 'A field that people do not see was filled in.' };
  if (ticket === undefined) return { wrong: null, once: null };
  const token = await ctx.env.tokens.verify('form-ticket', ticket, ctx.now);
  if (token?.site !== ctx.site.id || token.subject !== formId) {
    return { wrong: 'It came with a ticket that is expired or not of this form.' };
  }
  const filledInSeconds = (ctx.now.getTime() - Number(token.extra?.shown)) / 1_000;
  if (!(filledInSeconds >= MIN_FILL_SECONDS)) return { wrong: 'The form was filled in faster than a person can.' };
  return { wrong: null, once: { subject: `form-ticket ${token.session}`, most: 1, seconds: TICKET_SECONDS } };
}
