import { isObject, type PaymentRules, type Product } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { checkListSize } from './check-array.ts';
import { isMultiple } from './check-scalars.ts';
import { checkKeys, checkText } from './check-structures.ts';
import { compare, parseDecimal } from './decimal.ts';
import {
  aboveMaximumError,
  belowMinimumError,
  joinPath,
  missingValueError,
  notAllowedError,
  notMultipleError,
  type ValueError,
  wrongTypeError,
} from './value-error.ts';

/** A price that the visitor enters must be a multiple of this step, which the vendor defines. */
export const PRICE_STEP = 0.01;
const MAX_QUANTITY = 100_000;
const NAME_LENGTH = 400;

/**
 * Checks the products that a visitor chose (forms contract section 5.2): `[{productId, price, quantity, name?}]`. A
 * fixed price must equal the form's price, and a dynamic price must be within its bounds. The amount to pay is computed
 * from the form (computeTotals).
 */
export function checkPayment(value: unknown, rules: PaymentRules, path: string): ValueError[] {
  if (!Array.isArray(value)) return [wrongTypeError(path, 'array')];
  const maxItems = Math.min(rules.maxItems ?? formLimits.products, formLimits.products);
  const sizes = checkListSize(value.length, { ...rules, maxItems }, maxItems, path);
  if (value.length > formLimits.products) return sizes;
  const products = new Map((rules.products ?? []).map((product) => [product.id, product]));
  return [
    ...sizes,
    ...(hasDuplicates(value) ? [duplicateProductError(path)] : []),
    ...value.flatMap((item: unknown, index) => checkChoice(item, products, joinPath(path, index))),
  ];
}

function hasDuplicates(items: readonly unknown[]): boolean {
  const ids = items.flatMap((item) => (isObject(item) && typeof item.productId === 'string' ? [item.productId] : []));
  return new Set(ids).size < ids.length;
}

const duplicateProductError = (path: string): ValueError => ({
  errorPath: path,
  errorType: 'UNKNOWN_ERROR',
  errorMessage: 'productId should appear in array at most once',
  params: {},
});

function checkChoice(item: unknown, products: ReadonlyMap<unknown, Product>, path: string): ValueError[] {
  if (!isObject(item)) return [wrongTypeError(path, 'object')];
  const product = products.get(item.productId);
  const unknownProductErrors =
    typeof item.productId === 'string' && !product
      ? [notAllowedError(joinPath(path, 'productId'), [...products.keys()])]
      : [];
  return [
    ...checkKeys(item, ['productId', 'price', 'quantity', 'name'], path),
    ...checkText(item, 'productId', { required: true, limit: formLimits.textLength }, path),
    ...unknownProductErrors,
    ...(Object.hasOwn(item, 'price')
      ? checkPrice(item.price, product, joinPath(path, 'price'))
      : [missingValueError(joinPath(path, 'price'), 'price')]),
    ...(Object.hasOwn(item, 'quantity')
      ? checkQuantity(item.quantity, product, joinPath(path, 'quantity'))
      : [missingValueError(joinPath(path, 'quantity'), 'quantity')]),
    ...checkText(item, 'name', { required: false, limit: NAME_LENGTH }, path),
  ];
}

function checkPrice(price: unknown, product: Product | undefined, path: string): ValueError[] {
  if (!product) return [];
  if (product.priceType === 'DYNAMIC_PRICE') return checkDynamicPrice(price, product.dynamicPriceOptions ?? {}, path);
  const formPrice = product.fixedPriceOptions?.price;
  if (typeof price !== 'string') return [wrongTypeError(path, 'string')];
  // If the form's own price is invalid, every payment is rejected. The checks on saving prevent such forms.
  if (!isPrice(formPrice)) return [notAllowedError(path, [])];
  const [actual, expected] = [parseDecimal(price), parseDecimal(formPrice)];
  return actual && expected && compare(actual, expected) === 0 ? [] : [notAllowedError(path, [formPrice])];
}

function checkDynamicPrice(
  price: unknown,
  { minPrice, maxPrice }: NonNullable<Product['dynamicPriceOptions']>,
  path: string,
): ValueError[] {
  if (typeof price !== 'number' || !Number.isFinite(price)) return [wrongTypeError(path, 'number')];
  const minimum = isPrice(minPrice) ? Number(minPrice) : 0;
  const maximum = isPrice(maxPrice) ? Number(maxPrice) : Number.MAX_SAFE_INTEGER;
  return [
    ...(price > maximum ? [aboveMaximumError(path, maximum)] : []),
    ...(price < minimum ? [belowMinimumError(path, minimum)] : []),
    ...(isMultiple(price, PRICE_STEP) ? [] : [notMultipleError(path, PRICE_STEP)]),
  ];
}

function checkQuantity(quantity: unknown, product: Product | undefined, path: string): ValueError[] {
  if (!Number.isInteger(quantity)) return [wrongTypeError(path, 'integer')];
  const { minimum = 1, maximum = MAX_QUANTITY } = product?.quantityLimit ?? {};
  const count = quantity as number;
  return [
    ...(count > maximum ? [aboveMaximumError(path, maximum)] : []),
    ...(count < minimum ? [belowMinimumError(path, minimum)] : []),
  ];
}

/** Returns true for a non-negative number in plain decimal notation, as a string. */
export function isPrice(text: unknown): text is string {
  const decimal = typeof text === 'string' ? parseDecimal(text) : null;
  return decimal !== null && compare(decimal, { units: 0n, scale: 0 }) >= 0;
}
