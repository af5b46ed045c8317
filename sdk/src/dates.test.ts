import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDates, encodeDates } from './dates.ts';

describe('dates inside items', () => {
  it('are encoded as $date at any depth', () => {
    const at = new Date('2024-05-06T07:08:09.010Z');
    expect(encodeDates({ at, list: [{ at }], text: '2024-05-06' })).toEqual({
      at: { $date: '2024-05-06T07:08:09.010Z' },
      list: [{ at: { $date: '2024-05-06T07:08:09.010Z' } }],
      text: '2024-05-06',
    });
  });

  it.each([{ $date: 5 }, { $date: 'bad' }, { $date: '2024-05-06', more: 1 }, { date: '2024-05-06' }])(
    'stay the objects they are where they are no date: %j',
    (value) => {
      expect(decodeDates({ value })).toEqual({ value });
    },
  );

  it('do not change strings that look like dates', () => {
    expect(decodeDates({ at: '2024-05-06T07:08:09.010Z' })).toEqual({ at: '2024-05-06T07:08:09.010Z' });
  });

  it('round-trip', () => {
    const key = fc.string().filter((text) => text !== '$date' && text !== '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(decodeDates(JSON.parse(JSON.stringify(encodeDates(one))))).toEqual(one);
      }),
    );
  });
});
