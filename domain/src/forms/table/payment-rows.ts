/** Rows for products that a visitor chooses. */
import { acceptedRow, expected, field, rejectedRow, type ValueRow } from './row.ts';

const products = [
  { id: 'tea', productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '2.50' } },
  {
    id: 'gift',
    productType: 'DIGITAL',
    priceType: 'DYNAMIC_PRICE',
    dynamicPriceOptions: { minPrice: '1', maxPrice: '100.5' },
    quantityLimit: { minimum: 1, maximum: 3 },
  },
];
const payment = (rules: object = {}, required?: boolean) =>
  field('PAYMENT', 'paymentOptions', { products, ...rules }, { required, block: { componentType: 'CHECKBOX_GROUP' } });
const tea = { productId: 'tea', price: '2.50', quantity: 2 };
const gift = { productId: 'gift', price: 12.34, quantity: 1 };
const kind = 'payment';

export const paymentRows: readonly ValueRow[] = [
  acceptedRow(kind, payment(), [tea, gift]),
  acceptedRow(kind, payment({}, true), [{ ...tea, name: 'Tea' }]),
  ...['', null, undefined, []].map((empty) => rejectedRow(kind, payment({}, true), empty, expected.required())),
  ...['x', 5, tea].map((wrong) => rejectedRow(kind, payment(), wrong, expected.type('array'))),
  rejectedRow(kind, payment(), ['tea'], expected.type('object', 'f/0')),
  rejectedRow(kind, payment(), [{ ...tea, price: 2.5 }], expected.type('string', 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...gift, price: '12' }], expected.type('number', 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...tea, quantity: 1.5 }], expected.type('integer', 'f/0/quantity')),
  rejectedRow(kind, payment(), [{ ...tea, quantity: '1' }], expected.type('integer', 'f/0/quantity')),
  rejectedRow(kind, payment(), [{ price: '2.50', quantity: 1 }], expected.required('f/0/productId')),
  rejectedRow(kind, payment(), [{ productId: 'tea', quantity: 1 }], expected.required('f/0/price')),
  rejectedRow(kind, payment(), [{ productId: 'tea', price: '2.50' }], expected.required('f/0/quantity')),
  rejectedRow(kind, payment(), [{ ...tea, discount: 1 }], expected.unknown('f/0/discount')),
  rejectedRow(kind, payment(), [{ ...tea, productId: 'car' }], expected.notAllowed(['tea', 'gift'], 'f/0/productId')),
  rejectedRow(kind, payment(), [{ ...tea, price: '0.01' }], expected.notAllowed(['2.50'], 'f/0/price')),
  acceptedRow(kind, payment(), [{ ...tea, price: '2.500' }]),
  ...['2.51', '2,50'].map((price) =>
    rejectedRow(kind, payment(), [{ ...tea, price }], expected.notAllowed(['2.50'], 'f/0/price')),
  ),
  rejectedRow(kind, payment(), [{ ...gift, price: 0.5 }], expected.below(1, 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...gift, price: -5 }], expected.below(1, 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...gift, price: 101 }], expected.above(100.5, 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...gift, price: 1.005 }], expected.multiple(0.01, 'f/0/price')),
  rejectedRow(kind, payment(), [{ ...gift, quantity: 4 }], expected.above(3, 'f/0/quantity')),
  rejectedRow(kind, payment(), [{ ...tea, quantity: 0 }], expected.below(1, 'f/0/quantity')),
  rejectedRow(kind, payment(), [{ ...tea, quantity: 100_001 }], expected.above(100_000, 'f/0/quantity')),
  rejectedRow(kind, payment(), [{ ...tea, name: 'x'.repeat(401) }], expected.tooLong(400, 'f/0/name')),
  rejectedRow(kind, payment(), [tea, tea], expected.twice()),
  rejectedRow(kind, payment({ minItems: 2 }), [tea], expected.tooFew(2)),
  rejectedRow(kind, payment({ maxItems: 1 }), [tea, gift], expected.tooMany(1)),
];
