/** Checks the products of payment fields: their prices and names. */
import { componentOptions, type Field, isObject, type Product } from '../model.ts';
import { formLimits, priceTypes, productTypes } from '../vocabulary.ts';
import { type FormViolation, violation } from './form-violation.ts';

/** Checks that product ids are unique across the form, because a payment identifies a product by its id alone. */
export function checkProducts(fields: readonly Field[]): FormViolation[] {
  const seen = new Set<string>();
  return fields.flatMap((field, index) =>
    productsOf(field).flatMap((product, position) => {
      const { id } = isObject(product) ? (product as Product) : {};
      if (typeof id !== 'string') return [];
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      const idPath = `formFields.${index}.inputOptions.paymentOptions.validation.products.${position}.id`;
      return [violation(idPath, `${id.slice(0, 50)} is used twice`, 'DUPLICATED_PRODUCT_IDS', { ids: [id] })];
    }),
  );
}

/** Returns the violations of the products of one field. `path` is the path of its block. */
export function checkPaymentField(field: Field, path: string): FormViolation[] {
  const products = productsOf(field);
  const listPath = `${path}.validation.products`;
  const unsupported = (at: string, description: string) => violation(at, description, 'FIELD_SCHEMA_NOT_SUPPORTED');
  if (products.length === 0 || products.length > formLimits.products) {
    return [unsupported(listPath, `must be a list of 1 to ${formLimits.products} products`)];
  }
  const hasName = createNameCheck(field);
  return products.flatMap((product, index) => {
    const productPath = `${listPath}.${index}`;
    if (!isObject(product)) return [unsupported(productPath, 'must be a product')];
    const nameViolations = !hasName(product.id)
      ? [
          violation(productPath, 'must have a name: the label of its option or field', 'MISSING_PRODUCT_NAME', {
            ids: [product.id],
          }),
        ]
      : [];
    return [
      ...findProductProblems(product as Product).map((problem) => unsupported(productPath, problem)),
      ...nameViolations,
    ];
  });
}

function productsOf({ inputOptions }: Field): unknown[] {
  if (inputOptions?.inputType !== 'PAYMENT') return [];
  const { validation } = (inputOptions.paymentOptions ?? {}) as { validation?: { products?: unknown } };
  return Array.isArray(validation?.products) ? validation.products : [];
}

/**
 * Returns a function that tells whether the product with an id has a name. A component that lists products has one
 * option per product, with the product id as its value and the name as its label. Any other component sells one
 * product, whose name is the label of the field.
 */
function createNameCheck({ inputOptions }: Field): (id: unknown) => boolean {
  const block = inputOptions?.paymentOptions;
  const { label, options } = componentOptions(block);
  if ((block as { componentType?: string } | undefined)?.componentType !== 'CHECKBOX_GROUP') return () => isName(label);
  const namedOptions = (Array.isArray(options) ? options : [])
    .filter(isObject)
    .filter((option) => isName(option.label));
  const ids = new Set(namedOptions.map((option) => option.value));
  return (id) => ids.has(id);
}

const isName = (label: unknown): boolean => typeof label === 'string' && label.trim() !== '';

function findProductProblems(product: Product): string[] {
  const { id, productType = 'DIGITAL', priceType, quantityLimit } = product;
  const { minimum = 1, maximum = MAX_QUANTITY } = quantityLimit ?? {};
  return [
    ...(typeof id === 'string' && id !== '' && id.length <= 100 ? [] : ['must have an id']),
    ...((productTypes as readonly unknown[]).includes(productType) ? [] : [`there is no product type ${productType}`]),
    ...((priceTypes as readonly unknown[]).includes(priceType)
      ? findPriceProblems(product)
      : [`there is no price type ${priceType ?? '(none)'}`]),
    ...(isQuantity(minimum) && isQuantity(maximum) && minimum <= maximum
      ? []
      : [`the quantity must be between 1 and ${MAX_QUANTITY}`]),
  ];
}

const MAX_QUANTITY = 100_000;
const isQuantity = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_QUANTITY;

function findPriceProblems({ priceType, fixedPriceOptions, dynamicPriceOptions }: Product): string[] {
  if (priceType === 'FIXED_PRICE')
    return isPrice(fixedPriceOptions?.price) ? [] : ['must have a price, as a decimal text'];
  const { minPrice, maxPrice } = dynamicPriceOptions ?? {};
  if (!isPrice(minPrice)) return ['must have a minimum price, as a decimal text'];
  if (maxPrice === undefined || maxPrice === null) return [];
  return isPrice(maxPrice) && Number(maxPrice) >= Number(minPrice)
    ? []
    : ['the maximum price must not be below the minimum price'];
}

/** Accepts a decimal string up to a billion with at most two decimal places, the precision of most currencies. */
const isPrice = (price: unknown): boolean => typeof price === 'string' && /^\d{1,9}(?:\.\d{1,2})?$/.test(price);
