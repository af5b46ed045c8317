import { describe, expect, it } from 'vitest';
import { valueAt, withValueAt } from '../paths.ts';
import { findKind } from './field-kinds.ts';
import { newField } from './new-field.ts';
import { addProduct, newOption, optionsIn, productsIn, removeProduct, withLabel, withOptions } from './options.ts';

const fieldOf = (id: string) => newField(findKind(id), []);

describe('options of a field', () => {
  it('derives the value of an option from its label, unless it was set or is taken', () => {
    const options = [
      { label: 'A', value: 'A' },
      { label: 'B', value: 'b' },
    ];
    expect(withLabel(options, 0, 'C')[0]).toMatchObject({ label: 'C', value: 'C' });
    expect(withLabel(options, 1, 'C')[1]).toMatchObject({ label: 'C', value: 'b' });
    expect(withLabel([...options, { label: 'x', value: 'x' }], 2, 'b')[2]).toMatchObject({ label: 'b', value: 'x' });
    expect(newOption([{ value: 'Option 2' }]).value).toBe('Option 3');
  });

  it('updates the allowed values if the field lists them', () => {
    const radio = withValueAt(fieldOf('radio'), 'inputOptions.stringOptions.validation.enum', ['old']);
    const changed = withOptions(radio, [{ label: 'A', value: 'a' }]);
    expect(valueAt(changed, 'inputOptions.stringOptions.validation.enum')).toEqual(['a']);
    expect(valueAt(withOptions(fieldOf('radio'), []), 'inputOptions.stringOptions.validation.enum')).toBeUndefined();
  });

  it('adds and removes a product together with its option', () => {
    const two = addProduct(fieldOf('products'));
    expect(optionsIn(two).map(({ value }) => value)).toEqual(productsIn(two).map(({ id }) => id));
    const rest = removeProduct(two, productsIn(two)[0]?.id ?? '');
    expect([productsIn(rest).length, optionsIn(rest).length]).toEqual([1, 1]);
  });
});
