/**
 * Completes fields before they are stored: adds missing ids and defaults, and omits parts that the contract does not
 * name.
 */
import { type Field, formLimits, type InputOptions, isObject, type Product } from '@portico/domain';

export function completeField(field: Field, newId: () => string, depth: number = formLimits.nesting): Field {
  const { id, identifier, fieldType, hidden, inputOptions, displayOptions } = field;
  return {
    id: id ?? newId(),
    ...(identifier === undefined ? {} : { identifier }),
    fieldType: fieldType ?? (inputOptions ? 'INPUT' : 'DISPLAY'),
    hidden: hidden ?? false,
    ...(inputOptions ? { inputOptions: completeInput(inputOptions, newId, depth) } : {}),
    ...(displayOptions ? { displayOptions } : {}),
  };
}

function completeInput(input: InputOptions, newId: () => string, depth: number): InputOptions {
  switch (input.inputType) {
    case 'ARRAY':
      return withItemType(input);
    case 'PAYMENT':
      return withCompleteProducts(input, newId);
    case 'OBJECT_ARRAY':
      return depth === 0 ? input : withRowFields(input, (field) => completeField(field, newId, depth - 1));
    default:
      return input;
  }
}

/** Sets the type of the entries of a list to STRING if the field does not name one. */
function withItemType(input: InputOptions): InputOptions {
  const { validation } = input.arrayOptions ?? {};
  if (validation?.items?.itemType) return input;
  const items = { ...validation?.items, itemType: 'STRING' };
  return { ...input, arrayOptions: { ...input.arrayOptions, validation: { ...validation, items } } };
}

/** Adds missing ids to products, because submissions refer to products by id. */
function withCompleteProducts(input: InputOptions, newId: () => string): InputOptions {
  const { paymentOptions } = input;
  const { products } = paymentOptions?.validation ?? {};
  if (!Array.isArray(products)) return input;
  const productsWithIds = products.map((product): Product => {
    const isProduct: boolean = isObject(product);
    return isProduct ? { ...withoutTrailingZeros(product), id: product.id ?? newId() } : product;
  });
  return {
    ...input,
    paymentOptions: { ...paymentOptions, validation: { ...paymentOptions?.validation, products: productsWithIds } },
  };
}

/** Stores `12.50` as `12.5`, because the vendor's viewer silently omits products whose price ends with a zero. */
function withoutTrailingZeros(product: Product): Product {
  const price = product.fixedPriceOptions?.price;
  if (typeof price !== 'string' || !/^\d+\.\d*0$/.test(price)) return product;
  return { ...product, fixedPriceOptions: { price: price.replace(/\.?0+$/, '') } };
}

function withRowFields(input: InputOptions, complete: (field: Field) => Field): InputOptions {
  const { objectArrayOptions } = input;
  const { repeaterOptions } = objectArrayOptions ?? {};
  if (!Array.isArray(repeaterOptions?.fields)) return input;
  const fields = repeaterOptions.fields.map((field: object) => (isObject(field) ? complete(field) : field));
  return { ...input, objectArrayOptions: { ...objectArrayOptions, repeaterOptions: { ...repeaterOptions, fields } } };
}
