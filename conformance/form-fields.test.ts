/**
 * Converts fields of the current generation of the vendor's form format to the earlier one, and compares the results
 * with those of the vendor's viewer.
 */
import { describe, expect, it } from 'vitest';
import { fieldKinds } from '../domain/src/forms/generations/testing/kinds.ts';
import { componentOptionsName, componentsByInputType, type Field, isObject, toFormField } from '../domain/src/index.ts';
import { vendorTransformer } from './support/vendor-fields.ts';

const transform = vendorTransformer();

/** Omits objects and nested forms: the vendor has them in the earlier generation only, and does not transform them. */
const servedFields = fieldKinds.filter(([, field]) => field.inputOptions?.inputType !== 'OBJECT');

describe('the earlier generation of a field', () => {
  it.each(servedFields)('contains every property of %s that the vendor’s transformer returns', (_kind, field) => {
    const completeField = withDefaults(field) as Field;
    expect(toFormField(completeField)).toMatchObject(removeEmpty(transform(completeField)) as object);
  });

  it('is compared for every kind of field', () => {
    expect(servedFields.length).toBeGreaterThan(30);
  });
});

const componentNames = new Set(Object.values(componentsByInputType).flat().map(componentOptionsName));

/** Sets the defaults of omitted options, as the vendor's server does before it sends a form to the viewer. */
function withDefaults(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withDefaults(item));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withDefaults(one, name)]));
  return componentNames.has(key) ? { showLabel: true, showPlaceholder: true, numberOfColumns: 'ONE', ...inner } : inner;
}

/** Removes undefined values and empty objects. */
function removeEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeEmpty);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, removeEmpty(one)] as const);
  const defined = entries.filter(([, one]) => one !== undefined && !(isObject(one) && Object.keys(one).length === 0));
  return Object.fromEntries(defined);
}
