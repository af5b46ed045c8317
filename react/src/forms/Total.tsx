import type { PaymentTotals } from '@portico/domain';
import { useFormContext } from './form-context.ts';

/** Shows the price of the current choices. */
export function Total({ totals }: { totals: PaymentTotals | null }) {
  const { texts, money } = useFormContext();
  if (!totals) return null;
  return (
    <p className="portico-total" role="status">
      {texts.forms.total} <strong>{money(totals.subtotal)}</strong>
    </p>
  );
}
