import { describe, expect, it } from 'vitest';
import { computeTotals, type Field } from './index.ts';

const products = [
  { id: 'cent', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '0.10' } },
  { id: 'tea', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '2.5' } },
  { id: 'gift', priceType: 'DYNAMIC_PRICE', dynamicPriceOptions: { minPrice: '1', maxPrice: '1000000' } },
];
const checkboxGroupOptions = { label: 'Shop', options: [{ value: 'tea', label: 'A cup of tea' }] };
const paymentField = (target: string, more: object = {}): Field => ({
  id: `id-${target}`,
  inputOptions: {
    target,
    inputType: 'PAYMENT',
    paymentOptions: {
      componentType: 'CHECKBOX_GROUP',
      validation: { products },
      ...{ checkboxGroupOptions },
    },
    ...more,
  },
});
const form = { formFields: [paymentField('pay')] };
const computeSubtotal = (...pay: object[]) => computeTotals(form, { pay }).subtotal;

describe('computeTotals', () => {
  it('returns lines with exact decimals', () => {
    const pay = [
      { productId: 'tea', price: '2.5', quantity: 3 },
      { productId: 'cent', price: '0.10', quantity: 3, name: '<b>mine</b>' },
    ];
    expect(computeTotals(form, { pay })).toEqual({
      lines: [
        { path: 'pay/0', productId: 'tea', name: 'A cup of tea', price: '2.5', quantity: 3, total: '7.5' },
        { path: 'pay/1', productId: 'cent', name: 'Shop', price: '0.10', quantity: 3, total: '0.30' },
      ],
      subtotal: '7.80',
      isPayable: true,
    });
  });

  it.each([
    [0.1 + 0.2, 1, '0.30'],
    [1.1, 3, '3.30'],
    [999_999.99, 100_000, '99999999000.00'],
    [4.35, 100, '435.00'],
  ])('has no rounding error: %d times %i is %s', (price, quantity, total) => {
    expect(computeSubtotal({ productId: 'gift', price, quantity })).toBe(total);
  });

  it('uses the form’s fixed price instead of the submitted one', () => {
    expect(computeSubtotal({ productId: 'tea', price: '0.01', quantity: 2 })).toBe('5.0');
  });

  it('is zero for no choice and for deleted fields', () => {
    expect(computeTotals(form, {})).toEqual({ lines: [], subtotal: '0', isPayable: false });
    const deleted = { formFields: [], deletedFormFields: [paymentField('pay')] };
    expect(computeTotals(deleted, { pay: [{ productId: 'tea', price: '2.5', quantity: 1 }] }).isPayable).toBe(false);
  });

  it('counts products in repeater rows and nested forms', () => {
    const rows: Field = {
      inputOptions: {
        target: 'guests',
        inputType: 'OBJECT_ARRAY',
        objectArrayOptions: { componentType: 'REPEATER', repeaterOptions: { fields: [paymentField('meal')] } },
      },
    };
    const inner: Field = { inputOptions: { target: 'inner', inputType: 'OBJECT' } };
    const outerForm = { formFields: [rows, inner], nestedForms: [{ targets: ['inner'], form }] };
    const tea = [{ productId: 'tea', price: '2.5', quantity: 1 }];
    const totals = computeTotals(outerForm, { guests: [{ meal: tea }, { meal: tea }], inner: { pay: tea } });
    expect(totals.lines.map(({ path }) => path)).toEqual(['guests/0/meal/0', 'guests/1/meal/0', 'inner/pay/0']);
    expect(totals.subtotal).toBe('7.5');
  });
});
