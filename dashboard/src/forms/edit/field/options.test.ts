import { describe, expect, it } from 'vitest';
import { valueAt, withValueAt } from '../paths.ts';
import { kindNamed } from './field-kinds.ts';
import { newField } from './new-field.ts';
import { addProduct, newOption, optionsIn, productsIn, relabelled, removeProduct, withOptions } from './options.ts';

const made = (id: string) => newField(kindNamed(id), []);

describe('options', () => {
  it('take their value from their label until it is another’s or its own', () => {
    const options = [
      { label: 'A', value: 'A' },
      { label: 'B', value: 'b' },
    ];
    expect(relabelled(options, 0, 'C')[0]).toMatchObject({ label: 'C', value: 'C' });
    expect(relabelled(options, 1, 'C')[1]).toMatchObject({ label: 'C', value: 'b' });
    expect(relabelled([...options, { label: 'x', value: 'x' }], 2, 'b')[2]).toMatchObject({ label: 'b', value: 'x' });
    expect(newOption([{ value: 'Option 2' }]).value).toBe('Option 3');
  });

  it('are the allowed values where these are stated', () => {
    const radio = withValueAt(made('radio'), 'inputOptions.stringOptions.validation.enum', ['old']);
    const changed = withOptions(radio, [{ label: 'A', value: 'a' }]);
    expect(valueAt(changed, 'inputOptions.stringOptions.validation.enum')).toEqual(['a']);
    expect(valueAt(withOptions(made('radio'), []), 'inputOptions.stringOptions.validation.enum')).toBeUndefined();
  });

  it('name the products of a list', () => {
    const two = addProduct(made('products'));
    expect(optionsIn(two).map(({ value }) => value)).toEqual(productsIn(two).map(({ id }) => id));
    const one = removeProduct(two, productsIn(two)[0]?.id ?? '');
    expect([productsIn(one).length, optionsIn(one).length]).toEqual([1, 1]);
  });
});
