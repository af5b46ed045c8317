import { checkForm, componentsByInputType, displayFieldTypes, type Field, stackedStep } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { fieldKinds } from './field-kinds.ts';
import { kindOfField, nameOfField } from './field-names.ts';
import { componentOf } from './field-paths.ts';
import { newField } from './new-field.ts';

const made = fieldKinds.map((kind) => [kind.label, kind, newField(kind, [])] as const);
const saved = (fields: readonly object[]) =>
  checkForm(
    {
      namespace: 'wix.form_app.form',
      formFields: fields as Field[],
      steps: [stackedStep(fields as Field[], 'page')],
    },
    { patternProblem: () => null },
  );

describe('every kind of field', () => {
  it.each(made.filter(([, kind]) => kind.id !== 'form'))('%s can be saved as it is added', (_label, _kind, field) => {
    expect(saved([field])).toEqual([]);
  });

  it.each(made)('%s is called by its kind', (label, _kind, field) => {
    expect(kindOfField(field)).toBe(label);
    expect(nameOfField(field)).not.toBe('');
  });

  it('can stand beside every other, and twice', () => {
    const fields: ReturnType<typeof newField>[] = [];
    for (const kind of [...fieldKinds, ...fieldKinds]) {
      fields.push(
        newField(
          kind,
          fields.flatMap((field) => field.inputOptions?.target ?? []),
        ),
      );
    }
    expect(saved(fields).filter(({ ruleName }) => !/NESTED/.test(ruleName))).toEqual([]);
    const ids = JSON.stringify(fields).match(/"id":"[0-9a-f-]{36}"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is offered for every component of the contract', () => {
    const offered = new Set(made.map(([, , field]) => `${field.inputOptions?.inputType} ${componentOf(field)}`));
    const wanted = Object.entries(componentsByInputType).flatMap(([type, components]) =>
      components.map((component) => `${type} ${component}`),
    );
    expect(wanted.filter((one) => !offered.has(one))).toEqual([]);
    const shown = new Set(made.map(([, , field]) => field.displayOptions?.displayFieldType));
    expect(displayFieldTypes.every((type) => shown.has(type))).toBe(true);
  });
});
