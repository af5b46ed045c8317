import { checkForm, componentsByInputType, displayFieldTypes, type Field, stackFields } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { fieldKinds } from './field-kinds.ts';
import { kindOfField, nameOfField } from './field-names.ts';
import { componentOf } from './field-paths.ts';
import { newField } from './new-field.ts';

const examples = fieldKinds.map((kind) => [kind.label, kind, newField(kind, [])] as const);
const violationsOf = (fields: readonly object[]) =>
  checkForm(
    {
      namespace: 'wix.form_app.form',
      formFields: fields as Field[],
      steps: [stackFields(fields as Field[], 'page')],
    },
    { patternProblem: () => null },
  );

describe('kinds of fields', () => {
  it.each(examples.filter(([, kind]) => kind.id !== 'form'))(
    'accepts a new field of the kind %s',
    (_label, _kind, field) => {
      expect(violationsOf([field])).toEqual([]);
    },
  );

  it.each(examples)('recognises a new field as %s and names it', (label, _kind, field) => {
    expect(kindOfField(field)).toBe(label);
    expect(nameOfField(field)).not.toBe('');
  });

  it('accepts a form with two fields of every kind', () => {
    const fields: ReturnType<typeof newField>[] = [];
    for (const kind of [...fieldKinds, ...fieldKinds]) {
      fields.push(
        newField(
          kind,
          fields.flatMap((field) => field.inputOptions?.target ?? []),
        ),
      );
    }
    expect(violationsOf(fields).filter(({ ruleName }) => !/NESTED/.test(ruleName))).toEqual([]);
    const ids = JSON.stringify(fields).match(/"id":"[0-9a-f-]{36}"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('covers every component of the contract', () => {
    const offered = new Set(examples.map(([, , field]) => `${field.inputOptions?.inputType} ${componentOf(field)}`));
    const required = Object.entries(componentsByInputType).flatMap(([type, components]) =>
      components.map((component) => `${type} ${component}`),
    );
    expect(required.filter((component) => !offered.has(component))).toEqual([]);
    const shown = new Set(examples.map(([, , field]) => field.displayOptions?.displayFieldType));
    expect(displayFieldTypes.every((type) => shown.has(type))).toBe(true);
  });
});
