import { describe, expect, it } from 'vitest';
import { describeForm } from '../view/describe-form.ts';
import { sampleForm } from '../view/testing/sample-form.ts';
import { loadPhones } from './engine-dependencies.ts';
import { CUSTOM_VALUE, customName } from './names.ts';
import { readValues } from './read-values.ts';

const { fields } = describeForm(sampleForm);

function formDataOf(...entries: [name: string, value: string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

/** Forms contract, section 5.2. */
describe('readValues converts', () => {
  it('texts, trimmed', () => {
    expect(readValues(fields, formDataOf(['name', '  Ada  ']))).toMatchObject({ name: 'Ada' });
  });

  it('numbers, and leaves invalid ones as text', () => {
    expect(readValues(fields, formDataOf(['age', '36'], ['stars', '4']))).toMatchObject({ age: 36, stars: 4 });
    expect(readValues(fields, formDataOf(['age', 'old']))).toMatchObject({ age: 'old' });
    expect(readValues(fields, formDataOf(['age', 'Infinity']))).toMatchObject({ age: 'Infinity' });
  });

  it('phone numbers to digits after the plus', () => {
    expect(readValues(fields, formDataOf(['phone', '+44 (20) 7946-0018']))).toMatchObject({ phone: '+442079460018' });
  });

  it('times by adding seconds', () => {
    const values = readValues(
      fields,
      formDataOf(['hour', '10:30'], ['moment', '2024-02-29T10:30'], ['day', '2024-02-29']),
    );
    expect(values).toMatchObject({ hour: '10:30:00', moment: '2024-02-29T10:30:00', day: '2024-02-29' });
  });

  it('checkboxes to booleans and lists', () => {
    const values = readValues(fields, formDataOf(['copy', 'true'], ['colours', 'red'], ['colours', 'blue']));
    expect(values).toMatchObject({ copy: true, colours: ['red', 'blue'] });
    expect(readValues(fields, formDataOf())).toMatchObject({ copy: false });
  });

  it('an unticked mandatory checkbox to an absent value', () => {
    expect(readValues(fields, formDataOf(['terms', 'true']))).toMatchObject({ terms: true });
    expect(readValues(fields, formDataOf())).not.toHaveProperty('terms');
  });

  it('a custom answer in place of the choice', () => {
    const own = readValues(fields, formDataOf(['topic', CUSTOM_VALUE], [customName('topic'), 'Bees']));
    expect(own).toMatchObject({ topic: 'Bees' });
    const ignored = readValues(fields, formDataOf(['topic', 'books'], [customName('topic'), 'Bees']));
    expect(ignored).toMatchObject({ topic: 'books' });
    expect(readValues(fields, formDataOf(['topic', CUSTOM_VALUE]))).not.toHaveProperty('topic');
  });

  it('empty inputs to absent values', () => {
    const empty = readValues(fields, formDataOf(['name', ' '], ['age', ''], ['phone', ''], ['day', '']));
    expect(empty).toEqual({ copy: false });
  });

  it('no inputs with unknown names', () => {
    expect(readValues(fields, formDataOf(['role', 'admin']))).not.toHaveProperty('role');
  });
});

describe('readValues converts compound values', () => {
  const product = (id: string, rest: object) => ({ id, productType: 'DIGITAL', ...rest });
  const fixed = product('tea', { priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '2.50' } });
  const open = product('gift', { priceType: 'DYNAMIC_PRICE', dynamicPriceOptions: { minPrice: '1' } });
  const input = (target: string, inputOptions: object, identifier?: string) => ({
    id: target,
    identifier,
    fieldType: 'INPUT',
    inputOptions: { target, ...inputOptions },
  });
  const pay = (target: string, componentType: string, products: object[]) =>
    input(target, { inputType: 'PAYMENT', paymentOptions: { componentType, validation: { products } } });
  const name = input('name', { inputType: 'STRING', stringOptions: { componentType: 'TEXT_INPUT' } });
  const sure = input('sure', { inputType: 'BOOLEAN', booleanOptions: { componentType: 'CHECKBOX' } });
  const form = {
    formFields: [
      input('photos', { inputType: 'WIX_FILE', wixFileOptions: { componentType: 'FILE_UPLOAD' } }),
      input('home', { inputType: 'ADDRESS', addressOptions: { componentType: 'MULTILINE_ADDRESS' } }),
      pay('cart', 'CHECKBOX_GROUP', [fixed, open]),
      pay('donation', 'DONATION_INPUT', [fixed, open]),
      pay('amount', 'PAYMENT_INPUT', [open]),
      pay('fee', 'FIXED_PAYMENT', [fixed]),
      input('slot', { inputType: 'SCHEDULING', schedulingOptions: { componentType: 'APPOINTMENT' } }),
      input('guests', {
        inputType: 'OBJECT_ARRAY',
        objectArrayOptions: { componentType: 'REPEATER', repeaterOptions: { fields: [name, sure] } },
      }),
      input('vat', { inputType: 'OBJECT', objectOptions: {} }, 'VAT_ID'),
      input('tags', { inputType: 'ARRAY', arrayOptions: { componentType: 'TAGS', tagsOptions: { customOption: {} } } }),
      input('partner', { inputType: 'OBJECT', nestedFormId: 'n' }),
    ],
    nestedForms: [{ targets: ['partner'], form: { formFields: [name] } }],
  };
  const view = describeForm(form as never);
  const read = (...entries: [string, string][]) => readValues(view.fields, formDataOf(...entries));

  it('empty data to a value for fixed prices only', () => {
    expect(read()).toEqual({ fee: [{ productId: 'tea', price: '2.50', quantity: 1 }] });
  });

  const file = { fileId: 'a', displayName: 'b.png', fileType: 'image/png', url: 'https://example.org/f' };
  it.each<[string, [string, string][], unknown]>([
    [
      'photos',
      [
        ['photos__file', JSON.stringify(file)],
        ['photos__file', '{'],
      ],
      [file],
    ],
    [
      'home',
      [
        ['home/country', 'DE'],
        ['home/streetName', 'Weg'],
        ['home/addressLine', 'of before'],
      ],
      { country: 'DE', streetName: 'Weg' },
    ],
    [
      'cart',
      [
        ['cart', 'tea'],
        ['cart__quantity/tea', '3'],
        ['cart', 'gift'],
        ['cart__price/gift', '4,5'],
      ],
      [
        { productId: 'tea', price: '2.50', quantity: 3 },
        { productId: 'gift', price: 4.5, quantity: 1 },
      ],
    ],
    ['home', [['home/country', 'DE']], undefined],
    ['donation', [['donation', 'tea']], [{ productId: 'tea', price: '2.50', quantity: 1 }]],
    [
      'donation',
      [
        ['donation', CUSTOM_VALUE],
        ['donation__custom', '12'],
      ],
      [{ productId: 'gift', price: 12, quantity: 1 }],
    ],
    ['donation', [['donation', CUSTOM_VALUE]], undefined],
    ['amount', [['amount', '7.25']], [{ productId: 'gift', price: 7.25, quantity: 1 }]],
    ['amount', [['amount', 'much']], [{ productId: 'gift', price: 'much', quantity: 1 }]],
    [
      'slot',
      [
        ['slot/startDate', '2026-01-01T10:00'],
        ['slot/endDate', '2026-01-01T11:00'],
        ['slot/timeZone', 'Asia/Jerusalem'],
      ],
      { startDate: '2026-01-01T10:00:00', endDate: '2026-01-01T11:00:00', timeZone: 'Asia/Jerusalem' },
    ],
    ['slot', [['slot/timeZone', 'Asia/Jerusalem']], undefined],
    [
      'guests',
      [
        ['guests__rows', '3'],
        ['guests/1/name', 'Ada'],
      ],
      [{ sure: false }, { name: 'Ada', sure: false }],
    ],
    ['guests', [['guests__rows', '1e9']], undefined],
    ['vat', [['vat/id', '123']], { id: '123' }],
    [
      'tags',
      [
        ['tags', 'oak'],
        ['tags__custom', 'elm, oak ,ash'],
      ],
      ['oak', 'elm', 'ash'],
    ],
    ['partner', [['partner/name', 'Rokeya']], { name: 'Rokeya' }],
  ])('%s, %j', (target, entries, value) => {
    expect(read(...entries)[target]).toEqual(value);
  });

  it('national phone numbers to E.164 with loaded numbering plans', async () => {
    const phone = describeForm(sampleForm).fields;
    const data = formDataOf(['phone', '030 901820'], ['phone__country', 'DE']);
    expect(readValues(phone, data, await loadPhones())).toMatchObject({ phone: '+4930901820' });
    expect(readValues(phone, data)).toMatchObject({ phone: '030901820' });
  });
});
