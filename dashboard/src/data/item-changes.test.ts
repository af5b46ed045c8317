import { PorticoError } from '@portico/sdk/admin';
import { describe, expect, it } from 'vitest';
import type { Field, Item } from './field-kinds.ts';
import { modificationsOf, readInputs, refusalsOf } from './item-changes.ts';

const fields: readonly Field[] = [
  { key: 'title', type: 'TEXT', required: true },
  { key: 'price', type: 'NUMBER', numberRange: { min: 1, max: 9 } },
  { key: 'open', type: 'BOOLEAN', required: true },
  { key: 'home', type: 'ADDRESS' },
  { key: 'tags', type: 'MULTI_REFERENCE' },
  { key: 'stock', type: 'NUMBER', defaultValue: 5, required: true },
];
const item: Item = { _id: 'x', title: 'Oak', price: 3, home: { city: 'Haifa' } };
const read = (of: Item | null, touched: Record<string, string | boolean | readonly string[]>) =>
  readInputs(fields, of, new Map(Object.entries(touched)));

describe('a new item', () => {
  it('has what was typed, and is held to the fields', () => {
    const { values, links, refusals } = read(null, { price: '12', tags: ['a', 'b'] });
    expect(refusals).toEqual({ title: 'This field must be filled in.', price: 'At most 9.' });
    expect(Object.fromEntries(values)).toEqual({ price: 12, open: false });
    expect(Object.fromEntries(links)).toEqual({ tags: ['a', 'b'] });
  });
});

describe('a change of an item', () => {
  it('names only the fields whose values are others than before', () => {
    const { values, refusals } = read(item, { title: 'Oak', price: '4', home: '' });
    expect(refusals).toEqual({});
    expect(modificationsOf(item, values)).toEqual([
      { action: 'SET_FIELD', fieldPath: 'price', setFieldOptions: { value: 4 } },
      { action: 'REMOVE_FIELD', fieldPath: 'home' },
    ]);
  });

  it('is not refused for what stands in other fields', () => {
    expect(read({ _id: 'x', price: 99 }, { home: '' }).refusals).toEqual({});
    expect(read({ _id: 'x', price: 99 }, { title: '' }).refusals).toEqual({ title: 'This field must be filled in.' });
  });
});

describe('refusals of the server', () => {
  const answer = (status: number, details: object) =>
    PorticoError.of(new Response(JSON.stringify({ message: 'no', details }), { status }));
  const violations = (...paths: string[]) =>
    answer(400, {
      validationError: { fieldViolations: paths.map((field) => ({ field, description: `bad ${field}` })) },
    });

  it.each([
    ['dataItem.data.price', 'price'],
    ['dataItem.data.home.city', 'home'],
    ['data.title', 'title'],
    ['dataItems[0].data.tags[2]', 'tags'],
  ])('stand at their fields: %s', async (path, key) => {
    expect(refusalsOf(await violations(path), fields)).toEqual({ [key]: `bad ${path}` });
  });

  it('stand above the form where one of them belongs to no field', async () => {
    expect(refusalsOf(await violations('dataItem.data.price', 'dataItem.id'), fields)).toEqual({});
    expect(refusalsOf(new TypeError('offline'), fields)).toEqual({});
  });

  it('of a value that is taken, at the field that must be unique', async () => {
    const error = await answer(409, {
      applicationError: { code: 'WDE0123', description: 'WDE0123: taken', data: { fieldKey: 'title' } },
    });
    expect(refusalsOf(error, fields)).toEqual({ title: 'Another item has this value.' });
  });
});
