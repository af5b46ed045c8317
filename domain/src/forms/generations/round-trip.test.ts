/**
 * Property-based tests: converting random fields and rules to the earlier generation of the vendor's format and back
 * loses nothing that the earlier generation can express.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockName, componentOptionsName, type Field, type Rule } from '../model.ts';
import { operators } from '../rules/operators.ts';
import { componentsByInputType, type InputType, stringFormats } from '../vocabulary.ts';
import { fromFormField, toFormField } from './fields.ts';
import { fromFormRule, toFormRule } from './rules.ts';

const numRuns = process.env.PORTICO_FULL === '1' ? 10_000 : 500;

type Json = Record<string, unknown>;

const pairs = Object.entries(componentsByInputType).flatMap(([inputType, components]) =>
  (components.length > 0 ? components : ['']).map((component) => [inputType as InputType, component] as const),
);
const identifier = fc.constantFrom(
  'TEXT_INPUT',
  'CONTACTS_PHONE',
  'RADIO_GROUP',
  'DROPDOWN',
  'TAGS',
  'PRODUCT_LIST',
  'SUBMIT_BUTTON',
  'EVENTS_REPEATER',
  'DEXT_NEW',
  'constructor',
  '__proto__',
  'b6a1f2ce-0000-4000-8000-000000000001',
);

const orUndefined = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Removes undefined keys, as JSON does. */
const copyAsJson = (value: object): Json => JSON.parse(JSON.stringify(value));

const viewOptions = fc
  .record({
    label: orUndefined(fc.string()),
    showLabel: orUndefined(fc.boolean()),
    placeholder: orUndefined(fc.string()),
    description: orUndefined(fc.constant({ nodes: [{ type: 'POEM' }] })),
    media: orUndefined(fc.constant({ image: 'wix:image://x' })),
    somethingNew: orUndefined(fc.jsonValue({ maxDepth: 2 })),
  })
  .map(copyAsJson);

/** In a choice with a single value, only the first option may be preselected. */
const optionsArbitrary = (allowsMultiple: boolean) =>
  fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }).chain((values) =>
    fc.tuple(...values.map((value) => fc.tuple(fc.constant(value), fc.boolean()))).map((list) =>
      list.map(([value, chosen], index) => ({
        id: `o${index}`,
        label: value,
        value,
        ...(chosen && (allowsMultiple || index === 0) ? { default: true } : {}),
      })),
    ),
  );

const CHOICES = ['RADIO_GROUP', 'DROPDOWN', 'CHECKBOX_GROUP', 'TAGS', 'SERVICES_DROPDOWN', 'SERVICES_CHECKBOX_GROUP'];

const choiceArbitrary = (component: string) =>
  fc
    .record({
      options: optionsArbitrary(['CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP'].includes(component)),
      customOption: orUndefined(fc.record({ label: fc.string(), placeholder: fc.string() })),
      numberOfColumns: orUndefined(fc.constantFrom('ZERO', 'ONE', 'TWO', 'THREE')),
    })
    .map(copyAsJson);

const strings = fc
  .record({
    format: fc.constantFrom(...stringFormats),
    minLength: orUndefined(fc.nat(10)),
    pattern: orUndefined(fc.constant('^a+$')),
    enum: orUndefined(fc.constant(['only'])),
    dateOptions: orUndefined(fc.constant({ minimum: '$now' })),
    validationMessages: orUndefined(fc.constant({ pattern: 'No.' })),
  })
  .map(copyAsJson);
const numbers = fc
  .record({ minimum: orUndefined(fc.integer()), multipleOf: orUndefined(fc.integer()) })
  .map(copyAsJson);
const items = fc.oneof(
  strings.map((stringOptions) => ({ itemType: 'STRING', stringOptions })),
  numbers.map((numberOptions) => ({ itemType: 'NUMBER', numberOptions })),
);

const RULES: Readonly<Record<InputType, fc.Arbitrary<Json>>> = {
  STRING: strings,
  NUMBER: numbers,
  BOOLEAN: fc.constantFrom<Json>({}, { enum: [true] }),
  ARRAY: fc.record({ maxItems: orUndefined(fc.nat(9)), items }).map(copyAsJson),
  OBJECT: fc.constantFrom<Json>({
    properties: {
      a: { propertiesType: 'STRING', required: true, stringOptions: { format: 'EMAIL' } },
      b: { propertiesType: 'ARRAY', arrayOptions: { items: { itemType: 'NUMBER', numberOptions: { minimum: 1 } } } },
    },
  }),
  WIX_FILE: fc.constantFrom<Json>({ fileLimit: 3, uploadFileFormats: ['IMAGE', 'MODEL_3D'] }, { fileLimit: 1 }),
  PAYMENT: fc.constant<Json>({ minItems: 1, products: [{ id: 'p', priceType: 'FIXED_PRICE' }] }),
  SCHEDULING: fc.constant<Json>({}),
  ADDRESS: fc.constantFrom<Json>({ allowedCountries: ['DE'] }, { fields: { city: { required: false } } }),
  OBJECT_ARRAY: fc.constantFrom<Json>({}, { minItems: 1 }),
};

const { field } = fc.letrec<{ field: Field }>((tie) => ({
  field: fc.constantFrom(...pairs).chain(([inputType, component]) =>
    fc
      .record({
        identifier,
        hidden: fc.boolean(),
        flags: fc.record({ pii: fc.boolean(), required: fc.boolean(), readOnly: fc.boolean() }),
        shared: viewOptions,
        choices: CHOICES.includes(component) ? choiceArbitrary(component) : fc.constant({}),
        // The earlier generation has no validation rules for signatures.
        rules: component === 'SIGNATURE' ? fc.constant({}) : RULES[inputType],
        rows:
          component === 'REPEATER'
            ? fc.array(tie('field'), { maxLength: 2, depthIdentifier: 'rows' })
            : fc.constant(null),
        contactMapping: orUndefined(fc.constant({ contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } })),
      })
      .map(({ identifier: name, hidden, flags, shared, choices, rules, rows, contactMapping }): Field => {
        // The view of this component always has an image fit, so a field without one would come back with COVER.
        const frame = inputType === 'PAYMENT' && component === 'CHECKBOX_GROUP' ? { imageFit: 'CONTAIN' } : {};
        const shown = { ...shared, ...choices, ...frame, ...(rows ? { fields: rows } : {}) };
        const block = {
          validation: rules,
          ...(component ? { componentType: component, [componentOptionsName(component)]: shown } : {}),
        };
        return {
          id: 'f',
          identifier: name,
          fieldType: 'INPUT',
          hidden,
          inputOptions: {
            target: 't',
            ...flags,
            inputType,
            ...(contactMapping ? { contactMapping: { ...contactMapping, contactField: 'EMAIL' } } : {}),
            [blockName(inputType)]: block,
          },
        };
      }),
  ),
}));

describe('a random field', () => {
  it('round-trips through the earlier generation', () => {
    fc.assert(
      fc.property(field, (one) => {
        const older: unknown = JSON.parse(JSON.stringify(toFormField(one)));
        expect(fromFormField(older as never)).toEqual(one);
      }),
      { numRuns },
    );
  });

  it('has a stable representation in the earlier generation', () => {
    fc.assert(
      fc.property(field, (one) => {
        const older = toFormField(one);
        expect(toFormField(fromFormField(older))).toEqual(older);
      }),
      { numRuns },
    );
  });
});

describe('any field or rule of the earlier generation', () => {
  it('converts to the current generation without throwing', () => {
    const anyField = fc.record({ view: fc.jsonValue(), validation: fc.dictionary(fc.string(), fc.jsonValue()) });
    const plausibleField = fc.record({
      target: fc.string(),
      view: fc.dictionary(fc.constantFrom('fieldType', 'options', 'fields', 'componentType'), fc.jsonValue()),
      validation: fc.dictionary(fc.constantFrom('string', 'array', 'object', 'predefined', 'number'), fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.oneof(anyField, plausibleField), (one) => typeof fromFormField(one as never) === 'object'),
      { numRuns },
    );
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        (condition, overrides) => typeof fromFormRule({ condition, overrides } as never, []) === 'object',
      ),
      { numRuns },
    );
  });
});

const condition = fc.record({
  target: fc.constantFrom('t1', 't2', 'gone'),
  operator: fc.constantFrom(...Object.keys(operators)),
  // Removes negative zero, which JSON lacks, so that the value survives the round trip unchanged.
  value: fc.jsonValue({ maxDepth: 1 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
});
const { group } = fc.letrec<{ group: Json; node: Json }>((tie) => ({
  group: fc
    .tuple(fc.constantFrom('and', 'or'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
    .map(([mode, conditions]) => ({ [mode]: { conditions } })),
  node: fc.oneof(
    { maxDepth: 4 },
    condition.map((one) => ({ condition: one })),
    tie('group'),
  ),
}));
const override = fc.constantFrom<Json>(
  { fieldId: 'f1', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } },
  { fieldId: 'f2', propertyType: 'REQUIRED', requiredOptions: { required: false } },
  { fieldId: 'f1', propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: ['a'] } },
  { fieldId: 'f2', propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: [true] } },
);
const earlierOverride = fc.constantFrom<Json>(
  { entityType: 'FORM', entityId: 'x', valueChanges: { steps: [] } },
  { entityType: 'NESTED_FORM_FIELD', entityId: 'y', valueChanges: { hidden: true } },
  { entityType: 'FIELD', entityId: 'f1', valueChanges: { hidden: true, 'view.options': [] } },
);

describe('a random rule', () => {
  it('round-trips through the earlier generation', () => {
    const fields: Field[] = [
      { id: 'f1', inputOptions: { target: 't1', inputType: 'STRING' } },
      { id: 'f2', inputOptions: { target: 't2', inputType: 'BOOLEAN' } },
    ];
    const overrides = fc.array(
      fc.oneof(
        override.map((fieldOptions) => ({ entityType: 'FIELD', fieldOptions })),
        earlierOverride,
      ),
    );
    fc.assert(
      fc.property(group, overrides, fc.boolean(), (expression, changes, namespaceRule) => {
        const rule: Rule = { id: 'r', name: 'R', namespaceRule, expression, overrides: changes };
        const older: unknown = JSON.parse(JSON.stringify(toFormRule(rule, fields)));
        expect(fromFormRule(older as never, fields)).toEqual(rule);
      }),
      { numRuns },
    );
  });
});
