/** Random rules, and random values of any type. */
import type { Rule } from '@portico/domain';
import fc from 'fast-check';

const polluted: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
const specialValue = fc.constantFrom<unknown>(
  ...['', null, 'a', 'b', '😀', '2024-02-29', '2023-02-29', '10:00:00', '2026-05-17T12:00:00Z', '__proto__'],
  ...['constructor', 'ada@example.org', '+4915123456789', 'https://example.org', 'tea', 'gift', 'DE', 'US'],
  ...[0, -1, 2.5, 1e308, true, false, [], {}, ['a'], [['a']], [null], polluted, [polluted]],
  ...[{ country: 'DE' }, { country: 1 }, [{ fileId: 'x' }], [{ productId: 'tea' }], [{ name: 'a' }]],
);
/** Values that have a meaning in forms, and arbitrary values. */
export const anything = fc.oneof(specialValue, fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.double());
/** The targets of a random form's fields. One is also a property of every object's prototype. */
export const TARGETS = ['a', 'b', 'c', 'constructor'];
const OPERATORS = (
  'EQUAL NOT_EQUAL EMPTY NOT_EMPTY CONTAINS NOT_CONTAINS LESS_THAN LESS_THAN_OR_EQUALS GREATER_THAN GREATER_THAN_OR_EQUALS ' +
  'BEFORE BEFORE_OR_EQUAL AFTER AFTER_OR_EQUAL BETWEEN ANY ARRAY_EQUAL ARRAY_NOT_EQUAL CHECKED NOT_CHECKED IN NOT_IN ' +
  'IS_DATE_OLDER_THAN IS_DATE_OLDER_THAN_OR_EQUAL IS_DATE_NEWER_THAN IS_DATE_NEWER_THAN_OR_EQUAL RHYMES'
).split(' ');
const condition: fc.Arbitrary<object> = fc.record({
  condition: fc.record({
    target: fc.constantFrom(...TARGETS, ...TARGETS, 'gone'),
    operator: fc.constantFrom(...OPERATORS),
    value: fc.oneof(anything, fc.constantFrom<unknown>([1, 3], [2, 'day'], ['a', 'b'])),
  }),
});
const group = (part: fc.Arbitrary<object>) =>
  fc
    .record({ mode: fc.constantFrom('and', 'or', 'and', 'or', 'xor'), conditions: fc.array(part, { maxLength: 3 }) })
    .map(({ mode, conditions }): object => ({ [mode]: { conditions } }));
const hiddenProperty = (value: boolean) => ({ propertyType: 'HIDDEN', hiddenOptions: { hidden: value } });
export const randomRule: fc.Arbitrary<Rule> = fc
  .record({
    expression: group(fc.oneof({ weight: 3, arbitrary: condition }, group(condition))),
    fieldId: fc.constantFrom(...TARGETS.map((target) => `id-${target}`)),
    change: fc.constantFrom<object>(
      ...[hiddenProperty(true), hiddenProperty(true), hiddenProperty(false), { propertyType: 'POEM' }],
      { propertyType: 'REQUIRED', requiredOptions: { required: true } },
      { propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: ['a', 1] } },
    ),
    isEarlier: fc.boolean(),
  })
  .map(({ expression, fieldId, change, isEarlier }) => ({
    expression: expression as Record<string, unknown>,
    overrides: isEarlier
      ? [{ entityType: 'FIELD', entityId: fieldId, valueChanges: { hidden: true, 'validation.required': true } }]
      : [{ entityType: 'FIELD', fieldOptions: { fieldId, ...change } }],
  }));
