/**
 * Computes the price of a submission. Prices come from the form; the visitor chooses products and quantities, and the
 * amounts of dynamic prices.
 */
import {
  componentOptions,
  type Field,
  type FormSchema,
  isObject,
  nestedFormsByTarget,
  type Product,
  repeaterFields,
  targetOf,
} from './model.ts';
import { PRICE_STEP } from './values/check-payment.ts';
import { add, type Decimal, multiply, parseDecimal, printDecimal } from './values/decimal.ts';
import { formLimits } from './vocabulary.ts';

export interface PaymentLine {
  /** Path of the choice in the values: `tickets/0`, `guests/1/meal/0`. */
  readonly path: string;
  readonly productId: string;
  /** The name that the owner gave the product, if the form has one. */
  readonly name?: string;
  readonly quantity: number;
  /** Unit price. All amounts are decimal strings. */
  readonly price: string;
  readonly total: string;
}

export interface PaymentTotals {
  readonly lines: readonly PaymentLine[];
  readonly subtotal: string;
  /** True if the subtotal is above zero. */
  readonly isPayable: boolean;
}

/**
 * Returns the lines and the subtotal of a submission, in exact decimals and in the currency of the site. `values` must
 * have passed checkSubmission without errors. Submitted fixed prices are ignored, and values of deleted fields cost
 * nothing.
 */
export function computeTotals(form: FormSchema, values: Readonly<Record<string, unknown>>): PaymentTotals {
  const pricedLines = linesOf(form, values, '', formLimits.nesting);
  const subtotal = pricedLines.reduce((sum, { total }) => add(sum, total), ZERO);
  const lines = pricedLines.map(({ line, price, total }) => ({
    ...line,
    price: printDecimal(price),
    total: printDecimal(total),
  }));
  return { lines, subtotal: printDecimal(subtotal), isPayable: subtotal.units > 0n };
}

interface PricedLine {
  readonly line: Omit<PaymentLine, 'price' | 'total'>;
  readonly price: Decimal;
  readonly total: Decimal;
}

const ZERO: Decimal = { units: 0n, scale: 0 };

function linesOf(
  form: FormSchema,
  values: Readonly<Record<string, unknown>>,
  path: string,
  levels: number,
): PricedLine[] {
  if (levels < 0) return [];
  const forms = nestedFormsByTarget(form);
  return (form.formFields ?? []).flatMap((field) => {
    const target = targetOf(field);
    const value = target !== undefined && Object.hasOwn(values, target) ? values[target] : undefined;
    const fieldPath = path === '' ? `${target}` : `${path}/${target}`;
    const nested = forms.get(target ?? '');
    if (nested) return isObject(value) ? linesOf(nested, value, fieldPath, levels - 1) : [];
    if (!Array.isArray(value)) return [];
    switch (field.inputOptions?.inputType) {
      case 'PAYMENT':
        return value.flatMap((choice: unknown, index) => priceOf(choice, field, `${fieldPath}/${index}`) ?? []);
      case 'OBJECT_ARRAY': {
        const row = { formFields: repeaterFields(field) };
        return value.flatMap((one: unknown, index) =>
          isObject(one) ? linesOf(row, one, `${fieldPath}/${index}`, levels - 1) : [],
        );
      }
      default:
        return [];
    }
  });
}

function priceOf(choice: unknown, field: Field, path: string): PricedLine | null {
  const { paymentOptions } = field.inputOptions ?? {};
  if (!isObject(choice) || !Number.isInteger(choice.quantity)) return null;
  const product = paymentOptions?.validation?.products?.find(({ id }) => id !== undefined && id === choice.productId);
  const price = product ? priceOfOne(product, choice.price) : null;
  if (!product || price === null) return null;
  const quantity = choice.quantity as number;
  const name = nameOf(product.id, componentOptions(paymentOptions));
  const line = { path, productId: product.id as string, ...(name === undefined ? {} : { name }), quantity };
  return { line, price, total: multiply(price, BigInt(quantity)) };
}

/** A price entered by the visitor is a binary float. Rounding it to the price step restores the intended decimal. */
function priceOfOne(product: Product, enteredPrice: unknown): Decimal | null {
  if (product.priceType !== 'DYNAMIC_PRICE') return parseDecimal(product.fixedPriceOptions?.price);
  return typeof enteredPrice === 'number' ? parseDecimal(enteredPrice.toFixed(String(PRICE_STEP).length - 2)) : null;
}

function nameOf(id: string | undefined, { options, label }: Record<string, unknown>): string | undefined {
  const option = Array.isArray(options) ? options.filter(isObject).find(({ value }) => value === id) : undefined;
  const name = option?.label ?? label;
  return typeof name === 'string' ? name : undefined;
}
