/** Orders: the amount that a submission has to pay. */
import { computeTotals, type FormSchema } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import type { OrderDetails } from '../records/wire.ts';
import { takeOrderNumber } from './order-store.ts';

/**
 * Returns the order of a new submission, or null if there is nothing to pay. Prices come from the form and the subtotal
 * is computed here, never taken from the request. Other orders of the site wait for their numbers until the transaction
 * ends.
 */
export async function createOrder(
  ctx: SiteCtx,
  form: FormSchema,
  answers: Readonly<Record<string, unknown>>,
): Promise<OrderDetails | null> {
  const { isPayable, subtotal } = computeTotals(form, answers);
  if (!isPayable) return null;
  return {
    orderId: newId(),
    number: String(await takeOrderNumber(ctx.db, ctx.site.id)),
    currency: ctx.site.settings.forms.currency,
    itemSubtotal: subtotal,
    checkoutId: newId(),
  };
}

/** Returns the order with the subtotal of new answers. An update calls this only for an order that is not paid yet. */
export const withSubtotal = (
  order: OrderDetails,
  form: FormSchema,
  answers: Readonly<Record<string, unknown>>,
): OrderDetails => ({ ...order, itemSubtotal: computeTotals(form, answers).subtotal });
