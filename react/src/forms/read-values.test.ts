import { describe, expect, it } from 'vitest';
import { describeForm } from './describe-form.ts';
import { CUSTOM_VALUE, customName, readValues } from './read-values.ts';
import { sampleForm } from './sample-form.fixture.ts';

const { fields } = describeForm(sampleForm);

function posted(...entries: [name: string, value: string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

/** Forms contract, section 5.2. */
describe('a posted form becomes values of the wire', () => {
  it('texts without the space around them', () => {
    expect(readValues(fields, posted(['name', '  Ada  ']))).toMatchObject({ name: 'Ada' });
  });

  it('numbers as numbers, and what is none as it stands', () => {
    expect(readValues(fields, posted(['age', '36'], ['stars', '4']))).toMatchObject({ age: 36, stars: 4 });
    expect(readValues(fields, posted(['age', 'old']))).toMatchObject({ age: 'old' });
    expect(readValues(fields, posted(['age', 'Infinity']))).toMatchObject({ age: 'Infinity' });
  });

  it('phones as digits behind their plus', () => {
    expect(readValues(fields, posted(['phone', '+44 (20) 7946-0018']))).toMatchObject({ phone: '+442079460018' });
  });

  it('times with seconds', () => {
    const values = readValues(fields, posted(['hour', '10:30'], ['moment', '2024-02-29T10:30'], ['day', '2024-02-29']));
    expect(values).toMatchObject({ hour: '10:30:00', moment: '2024-02-29T10:30:00', day: '2024-02-29' });
  });

  it('ticks as booleans, several as a list', () => {
    const values = readValues(fields, posted(['copy', 'true'], ['colours', 'red'], ['colours', 'blue']));
    expect(values).toMatchObject({ copy: true, colours: ['red', 'blue'] });
    expect(readValues(fields, posted())).toMatchObject({ copy: false });
  });

  it('a box that must be ticked is absent when it is not', () => {
    expect(readValues(fields, posted(['terms', 'true']))).toMatchObject({ terms: true });
    expect(readValues(fields, posted())).not.toHaveProperty('terms');
  });

  it("an answer of one's own in place of the choice", () => {
    const own = readValues(fields, posted(['topic', CUSTOM_VALUE], [customName('topic'), 'Bees']));
    expect(own).toMatchObject({ topic: 'Bees' });
    const ignored = readValues(fields, posted(['topic', 'books'], [customName('topic'), 'Bees']));
    expect(ignored).toMatchObject({ topic: 'books' });
    expect(readValues(fields, posted(['topic', CUSTOM_VALUE]))).not.toHaveProperty('topic');
  });

  it('what was left empty is absent', () => {
    const empty = readValues(fields, posted(['name', ' '], ['age', ''], ['phone', ''], ['day', '']));
    expect(empty).toEqual({ copy: false });
  });

  it('names that are no field are not read', () => {
    expect(readValues(fields, posted(['role', 'admin']))).not.toHaveProperty('role');
  });
});
