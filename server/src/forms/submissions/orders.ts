/** What a submission costs, and the order that is made of it. */
import { type FormSchema, paymentTotals } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import type { OrderDetails } from '../records/wire.ts';
import { nextOrderNumber } from './order-store.ts';

/**
 * The order of a new submission; null where there is nothing to pay. Prices are the form's, and the sum is made here:
 * of what the body says about either nothing is taken. Other payers of the site wait for its number until the
 * transaction ends.
 */
export async function newOrder(
  ctx: SiteCtx,
  form: FormSchema,
  answers: Readonly<Record<string, unknown>>,
): Promise<OrderDetails | null> {
  const { isPayable, subtotal } = paymentTotals(form, answers);
  if (!isPayable) return null;
  return {
    orderId: newId(),
    number: String(await nextOrderNumber(ctx.db, ctx.site.id)),
    currency: ctx.site.settings.forms.currency,
    itemSubtotal: subtotal,
    checkoutId: newId(),
  };
}

/** The same order with the sum of other answers: while it waits to be paid, what is chosen may change. */
export const reckoned = (
  order: OrderDetails,
  form: FormSchema,
  answers: Readonly<Record<string, unknown>>,
): OrderDetails => ({ ...order, itemSubtotal: paymentTotals(form, answers).subtotal });
