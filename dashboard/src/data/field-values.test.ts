import { describe, expect, it } from 'vitest';
import type { FieldKind } from './field-kinds.ts';
import { fromInput, textAt, toInput, withTextAt } from './field-values.ts';

describe('toInput and fromInput', () => {
  it.each<[FieldKind, unknown]>([
    ['text', 'a “text” with \n lines'],
    ['number', 12.5],
    ['number', -1e-7],
    ['boolean', true],
    ['boolean', false],
    ['date', '2024-02-29'],
    ['dateTime', { $date: '2024-05-06T07:08:09.010Z' }],
    ['dateTime', { $date: '2024-05-06T07:08:00.000Z' }],
    ['time', '12:34:56.789'],
    ['time', '12:34:00.000'],
    ['list', ['wood', 'home']],
    ['reference', 'id-1'],
    ['json', { weight: 1, parts: ['a', null] }],
    ['json', 0],
    ['json', false],
  ])('convert %s %j without loss', (kind, value) => {
    expect(fromInput(kind, toInput(kind, value))).toEqual({ value });
  });

  it.each<FieldKind>(['text', 'number', 'date', 'dateTime', 'time', 'list', 'reference', 'json'])(
    'convert a missing %s to no value',
    (kind) => {
      expect(fromInput(kind, toInput(kind, undefined))).toEqual({ value: undefined });
      expect(fromInput(kind, toInput(kind, null))).toEqual({ value: undefined });
    },
  );
});

describe('fromInput with an invalid value', () => {
  it.each<[FieldKind, string]>([
    ['number', 'twelve'],
    ['number', 'Infinity'],
    ['dateTime', 'tomorrow'],
    ['json', '{a:1}'],
  ])('returns an error for %s %j', (kind, text) => {
    expect(fromInput(kind, text)).toHaveProperty('error');
  });
});

describe('values of unexpected shapes', () => {
  it('shows the id of an included item', () => {
    expect(toInput('reference', { _id: 'id-1', title: 'x' })).toBe('id-1');
  });
  it('shows list entries that are not text as JSON', () => {
    expect(toInput('list', ['a', { b: 1 }])).toEqual(['a', '{"b":1}']);
    expect(toInput('list', 'no list')).toEqual([]);
  });
  it('adds seconds to a short time', () => {
    expect(fromInput('time', '09:30')).toEqual({ value: '09:30:00.000' });
    expect(fromInput('time', '09:30:15')).toEqual({ value: '09:30:15.000' });
  });
});

describe('textAt and withTextAt', () => {
  const address = { city: 'Haifa', location: { latitude: 32.8 }, streetAddress: { name: 'Allenby', number: '4' } };

  it('reads texts by path', () => {
    expect(['city', 'streetAddress.name', 'country', 'city.name'].map((path) => textAt(address, path))).toEqual([
      'Haifa',
      'Allenby',
      '',
      '',
    ]);
  });

  it('replaces one text and keeps the others', () => {
    expect(JSON.parse(withTextAt(address, 'streetAddress.name', 'Jaffa'))).toEqual({
      ...address,
      streetAddress: { name: 'Jaffa', number: '4' },
    });
    expect(JSON.parse(withTextAt(address, 'country', 'IL'))).toEqual({ ...address, country: 'IL' });
  });

  it('removes an empty text and objects that become empty', () => {
    expect(withTextAt({ streetAddress: { name: 'Jaffa' } }, 'streetAddress.name', '')).toBe('');
    expect(JSON.parse(withTextAt(address, 'city', ''))).not.toHaveProperty('city');
  });
});
