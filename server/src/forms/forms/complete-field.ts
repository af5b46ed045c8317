/** A field as it is stored: what the contract names of it, with ids where the caller gave none. Pure. */
import { type Field, formLimits, type InputOptions, isObject, type Product } from '@portico/domain';

export function completedField(field: Field, newId: () => string, depth: number = formLimits.nesting): Field {
  const { id, identifier, fieldType, hidden, inputOptions, displayOptions } = field;
  return {
    id: id ?? newId(),
    ...(identifier === undefined ? {} : { identifier }),
    fieldType: fieldType ?? (inputOptions ? 'INPUT' : 'DISPLAY'),
    hidden: hidden ?? false,
    ...(inputOptions ? { inputOptions: completedInput(inputOptions, newId, depth) } : {}),
    ...(displayOptions ? { displayOptions } : {}),
  };
}

function completedInput(input: InputOptions, newId: () => string, depth: number): InputOptions {
  switch (input.inputType) {
    case 'ARRAY':
      return withItemType(input);
    case 'PAYMENT':
      return withProducts(input, newId);
    case 'OBJECT_ARRAY':
      return depth === 0 ? input : withRows(input, (row) => completedField(row, newId, depth - 1));
    default:
      return input;
  }
}

/** A list without the type of its items takes texts. */
function withItemType(input: InputOptions): InputOptions {
  const { validation } = input.arrayOptions ?? {};
  if (validation?.items?.itemType) return input;
  const items = { ...validation?.items, itemType: 'STRING' };
  return { ...input, arrayOptions: { ...input.arrayOptions, validation: { ...validation, items } } };
}

/** What is paid for is told apart by its id. */
function withProducts(input: InputOptions, newId: () => string): InputOptions {
  const { paymentOptions } = input;
  const { products } = paymentOptions?.validation ?? {};
  if (!Array.isArray(products)) return input;
  const named = products.map((product): Product => {
    const isProduct: boolean = isObject(product);
    return isProduct ? { ...withPlainPrice(product), id: product.id ?? newId() } : product;
  });
  return {
    ...input,
    paymentOptions: { ...paymentOptions, validation: { ...paymentOptions?.validation, products: named } },
  };
}

/** `12.50` is kept as `12.5`: the vendor's viewer drops a product whose price ends in a zero, without a word. */
function withPlainPrice(product: Product): Product {
  const price = product.fixedPriceOptions?.price;
  if (typeof price !== 'string' || !/^\d+\.\d*0$/.test(price)) return product;
  return { ...product, fixedPriceOptions: { price: price.replace(/\.?0+$/, '') } };
}

function withRows(input: InputOptions, complete: (row: Field) => Field): InputOptions {
  const { objectArrayOptions } = input;
  const { repeaterOptions } = objectArrayOptions ?? {};
  if (!Array.isArray(repeaterOptions?.fields)) return input;
  const fields = repeaterOptions.fields.map((row: object) => (isObject(row) ? complete(row) : row));
  return { ...input, objectArrayOptions: { ...objectArrayOptions, repeaterOptions: { ...repeaterOptions, fields } } };
}
