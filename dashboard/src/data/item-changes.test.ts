import { PorticoError } from '@portico/sdk/admin';
import { describe, expect, it } from 'vitest';
import type { Field, Item } from './field-kinds.ts';
import { fieldErrorsOf, modificationsOf, readInputs } from './item-changes.ts';

const fields: readonly Field[] = [
  { key: 'title', type: 'TEXT', required: true },
  { key: 'price', type: 'NUMBER', numberRange: { min: 1, max: 9 } },
  { key: 'open', type: 'BOOLEAN', required: true },
  { key: 'home', type: 'ADDRESS' },
  { key: 'tags', type: 'MULTI_REFERENCE' },
  { key: 'stock', type: 'NUMBER', defaultValue: 5, required: true },
];
const item: Item = { _id: 'x', title: 'Oak', price: 3, home: { city: 'Haifa' } };
const read = (item: Item | null, changedInputs: Record<string, string | boolean | readonly string[]>) =>
  readInputs(fields, item, new Map(Object.entries(changedInputs)));

describe('readInputs for a new item', () => {
  it('returns the typed values and validates all fields', () => {
    const { values, links, errors } = read(null, { price: '12', tags: ['a', 'b'] });
    expect(errors).toEqual({ title: 'This field is required.', price: 'At most 9.' });
    expect(Object.fromEntries(values)).toEqual({ price: 12, open: false });
    expect(Object.fromEntries(links)).toEqual({ tags: ['a', 'b'] });
  });
});

describe('readInputs for a stored item', () => {
  it('leads to modifications of changed fields only', () => {
    const { values, errors } = read(item, { title: 'Oak', price: '4', home: '' });
    expect(errors).toEqual({});
    expect(modificationsOf(item, values)).toEqual([
      { action: 'SET_FIELD', fieldPath: 'price', setFieldOptions: { value: 4 } },
      { action: 'REMOVE_FIELD', fieldPath: 'home' },
    ]);
  });

  it('does not validate fields that were not changed', () => {
    expect(read({ _id: 'x', price: 99 }, { home: '' }).errors).toEqual({});
    expect(read({ _id: 'x', price: 99 }, { title: '' }).errors).toEqual({ title: 'This field is required.' });
  });
});

describe('fieldErrorsOf', () => {
  const failWith = (status: number, details: object) =>
    PorticoError.of(new Response(JSON.stringify({ message: 'no', details }), { status }));
  const violationsAt = (...paths: string[]) =>
    failWith(400, {
      validationError: { fieldViolations: paths.map((field) => ({ field, description: `bad ${field}` })) },
    });

  it.each([
    ['dataItem.data.price', 'price'],
    ['dataItem.data.home.city', 'home'],
    ['data.title', 'title'],
    ['dataItems[0].data.tags[2]', 'tags'],
  ])('assigns a violation to its field: %s', async (path, key) => {
    expect(fieldErrorsOf(await violationsAt(path), fields)).toEqual({ [key]: `bad ${path}` });
  });

  it('is empty if a violation belongs to no field', async () => {
    expect(fieldErrorsOf(await violationsAt('dataItem.data.price', 'dataItem.id'), fields)).toEqual({});
    expect(fieldErrorsOf(new TypeError('offline'), fields)).toEqual({});
  });

  it('assigns a duplicate value to the unique field', async () => {
    const error = await failWith(409, {
      applicationError: { code: 'WDE0123', description: 'WDE0123: taken', data: { fieldKey: 'title' } },
    });
    expect(fieldErrorsOf(error, fields)).toEqual({ title: 'Another item has this value.' });
  });
});
