import type { Product } from '@portico/domain';
import type { FieldView } from '../view/field-view.ts';
import { CUSTOM_VALUE, customName, priceName, quantityName } from './names.ts';

export interface ChosenProduct {
  readonly productId: string;
  /** A fixed price is the string in the form; a price that the visitor enters is a number. */
  readonly price?: string | number;
  readonly quantity: number | string;
}

/** Reads the chosen products of a payment field from posted data (forms contract section 5.2). */
export function readPayment(field: FieldView, path: string, data: FormData): ChosenProduct[] | undefined {
  const chosen = readProducts(field, path, data);
  return chosen.length > 0 ? chosen : undefined;
}

function readProducts(field: FieldView, path: string, data: FormData): ChosenProduct[] {
  const [first] = field.products;
  switch (field.kind) {
    case 'fixedPrice':
      return first ? [{ productId: first.id ?? '', price: priceOf(first, ''), quantity: 1 }] : [];
    case 'amount': {
      const amount = textOf(data, path);
      return first && amount !== '' ? [{ productId: first.id ?? '', price: priceOf(first, amount), quantity: 1 }] : [];
    }
    case 'donation':
      return donationOf(field, path, data);
    default:
      return data.getAll(path).map((id) => {
        const productId = String(id);
        const product = field.products.find((one) => one.id === productId);
        const quantity = textOf(data, quantityName(path, productId));
        const amount = textOf(data, priceName(path, productId));
        return {
          productId,
          ...(product ? { price: priceOf(product, amount) } : {}),
          quantity: quantity === '' ? (product?.quantityLimit?.minimum ?? 1) : toNumber(quantity),
        };
      });
  }
}

/** Reads a predefined or a custom amount. A custom amount is the price of the product with a dynamic price. */
function donationOf(field: FieldView, path: string, data: FormData): ChosenProduct[] {
  const value = textOf(data, path);
  const isCustom = value === CUSTOM_VALUE;
  const product = field.products.find((one) => (isCustom ? isDynamic(one) : one.id === value));
  const amount = textOf(data, customName(path));
  if (!product || (isCustom && amount === '')) return [];
  return [{ productId: product.id ?? '', price: priceOf(product, amount), quantity: 1 }];
}

export const isDynamic = (product: Product): boolean => product.priceType === 'DYNAMIC_PRICE';

const priceOf = (product: Product, amount: string): string | number =>
  isDynamic(product) ? toNumber(amount.replace(',', '.')) : (product.fixedPriceOptions?.price ?? '');

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const toNumber = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
