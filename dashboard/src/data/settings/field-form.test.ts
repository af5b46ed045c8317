import { describe, expect, it } from 'vitest';
import type { Field } from '../field-kinds.ts';
import { refusalsOfForm, toFieldInput, valuesOf } from './field-form.ts';

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
  it('comes back as the field it was opened with', () => {
    expect(toFieldInput(valuesOf(price))).toEqual({ ...price, stringLengthRange: null, arraySizeRange: null });
  });

  it('says what is taken away', () => {
    const values = {
      ...valuesOf(price),
      description: ' ',
      least: '',
      most: '',
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

  it('makes a name for code of the name, and says where a reference points', () => {
    const values = { ...valuesOf(null), name: 'Release date', type: 'REFERENCE' as const, collection: ' Books ' };
    expect(toFieldInput(values)).toMatchObject({
      key: 'releaseDate',
      typeMetadata: { reference: { referencedCollectionId: 'Books' } },
    });
  });
});

describe('what is wrong', () => {
  const named = { ...valuesOf(null), name: 'Size' };
  it.each([
    [{ ...named, name: ' ' }, 'name'],
    [{ ...named, key: 'a.b' }, 'key'],
    [{ ...named, key: '_mine' }, 'key'],
    [{ ...named, name: 'Price' }, 'key'],
    [{ ...named, type: 'MULTI_REFERENCE' as const }, 'collection'],
    [{ ...named, least: 'few' }, 'least'],
    [{ ...named, least: '5', most: '4' }, 'most'],
    [{ ...named, type: 'NUMBER' as const, defaultValue: 'many' }, 'defaultValue'],
  ])('%j stands at %s', (values, name) => {
    expect(Object.keys(refusalsOfForm(values, [price]))).toEqual([name]);
  });

  it('is nothing', () => {
    expect(refusalsOfForm(named, [price])).toEqual({});
  });
});
