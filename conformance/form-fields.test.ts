/** What the vendor's viewer makes of a field of the present generation, against the earlier generation that we serve. */
import { describe, expect, it } from 'vitest';
import { fieldKinds } from '../domain/src/forms/generations/kinds.fixture.ts';
import { componentOptionsName, componentsByInputType, type Field, isObject, toFormField } from '../domain/src/index.ts';
import { vendorTransformer } from './support/vendor-fields.ts';

const transform = vendorTransformer();

/** The vendor's transformer knows no objects and no forms inside forms: they are of the earlier generation alone. */
const served = fieldKinds.filter(([, field]) => field.inputOptions?.inputType !== 'OBJECT');

describe('the earlier generation of a field', () => {
  it.each(served)('says of %s all that the vendor’s own says', (_kind, field) => {
    const complete = stated(field) as Field;
    expect(toFormField(complete)).toMatchObject(pruned(transform(complete)) as object);
  });

  it('was compared for every kind', () => {
    expect(served.length).toBeGreaterThan(30);
  });
});

const looks = new Set(Object.values(componentsByInputType).flat().map(componentOptionsName));

/** What an owner leaves unsaid is true by default; the vendor's server says so before its viewer reads it. */
function stated(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stated(item));
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stated(one, name)]));
  return looks.has(key) ? { showLabel: true, showPlaceholder: true, numberOfColumns: 'ONE', ...inner } : inner;
}

/** Without what is undefined, and without objects that say nothing. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, pruned(one)] as const);
  const told = entries.filter(([, one]) => one !== undefined && !(isObject(one) && Object.keys(one).length === 0));
  return Object.fromEntries(told);
}
