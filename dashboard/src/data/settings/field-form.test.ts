import { describe, expect, it } from 'vitest';
import type { Field } from '../field-kinds.ts';
import { toFieldInput, validateFieldForm, valuesOf } from './field-form.ts';

const price: Field = {
  key: 'price',
  type: 'NUMBER',
  displayName: 'Price',
  description: 'With taxes',
  required: true,
  unique: false,
  numberRange: { min: 0, max: 99 },
  defaultValue: 5,
  access: { read: 'SITE_MEMBER', write: 'CMS_EDITOR' },
};

describe('the form of a field', () => {
  it('writes a field back as it read it', () => {
    expect(toFieldInput(valuesOf(price))).toEqual({ ...price, stringLengthRange: null, arraySizeRange: null });
  });

  it('writes null for removed settings', () => {
    const values = {
      ...valuesOf(price),
      description: ' ',
      min: '',
      max: '',
      defaultValue: '',
      read: 'ANYONE' as const,
    };
    expect(toFieldInput({ ...values, write: 'ANYONE' })).toMatchObject({
      description: null,
      numberRange: null,
      defaultValue: null,
      access: null,
    });
  });

  it('derives the key from the name, and writes the referenced collection', () => {
    const values = { ...valuesOf(null), name: 'Release date', type: 'REFERENCE' as const, collection: ' Books ' };
    expect(toFieldInput(values)).toMatchObject({
      key: 'releaseDate',
      typeMetadata: { reference: { referencedCollectionId: 'Books' } },
    });
  });
});

describe('validateFieldForm', () => {
  const namedValues = { ...valuesOf(null), name: 'Size' };
  it.each([
    [{ ...namedValues, name: ' ' }, 'name'],
    [{ ...namedValues, key: 'a.b' }, 'key'],
    [{ ...namedValues, key: '_mine' }, 'key'],
    [{ ...namedValues, name: 'Price' }, 'key'],
    [{ ...namedValues, type: 'MULTI_REFERENCE' as const }, 'collection'],
    [{ ...namedValues, min: 'few' }, 'min'],
    [{ ...namedValues, min: '5', max: '4' }, 'max'],
    [{ ...namedValues, type: 'NUMBER' as const, defaultValue: 'many' }, 'defaultValue'],
  ])('reports for %j an error at %s', (values, name) => {
    expect(Object.keys(validateFieldForm(values, [price]))).toEqual([name]);
  });

  it('reports nothing for a valid form', () => {
    expect(validateFieldForm(namedValues, [price])).toEqual({});
  });
});
