import { type Field, type FormSchema, formLimits } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { contactForm, input, text } from '../testing/sample-forms.ts';
import { writtenContentOf } from './written-content.ts';

const email = text('email', { format: 'EMAIL' });
const customOptionField = (target: string, type: 'STRING' | 'ARRAY', component: string, options: string) =>
  input(target, type, type === 'STRING' ? 'stringOptions' : 'arrayOptions', {
    componentType: component,
    [options]: { options: [{ value: 'red' }], customOption: { label: 'Other' } },
  });

describe('written content', () => {
  it('is texts without a format, and e-mail addresses', () => {
    const values = { name: 'Ann', email: ' Ann@Example.org ', phone: '+4930123456', code: 'AB', colour: 'red', age: 3 };
    expect(writtenContentOf(contactForm(), values)).toEqual({
      texts: [
        { text: 'Ann', isName: false },
        { text: 'AB', isName: false },
      ],
      emails: ['ann@example.org'],
    });
  });

  it('includes custom options, but neither options of the form nor default values', () => {
    const formFields = [
      customOptionField('one', 'STRING', 'RADIO_GROUP', 'radioGroupOptions'),
      customOptionField('many', 'ARRAY', 'TAGS', 'tagsOptions'),
      input('preset', 'STRING', 'stringOptions', {
        componentType: 'TEXT_INPUT',
        textInputOptions: { default: 'Hello' },
        validation: {},
      }),
    ];
    const textsOf = (values: object) => writtenContentOf({ formFields }, values).texts.map((one) => one.text);
    expect(textsOf({ one: 'red', many: ['red', 'mine'], preset: 'Hello' })).toEqual(['mine']);
    expect(textsOf({ one: 'own', preset: 'Hello you' })).toEqual(['own', 'Hello you']);
  });

  it('is found in repeaters and nested forms', () => {
    const rows = input('guests', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { fields: [text('name'), email] },
    });
    const name = text('first', {}, { contactMapping: { contactField: 'FIRST_NAME' } });
    const form = {
      formFields: [rows, input('inner', 'OBJECT', 'objectOptions', {})],
      nestedForms: [{ targets: ['inner'], form: { formFields: [name, email] } }],
    };
    const values = {
      guests: [{ name: 'A', email: 'a@x.example' }, 7, null],
      inner: { first: 'B', email: 'b@x.example' },
    };
    expect(writtenContentOf(form, values)).toEqual({
      texts: [
        { text: 'A', isName: false },
        { text: 'B', isName: true },
      ],
      emails: ['a@x.example', 'b@x.example'],
    });
  });

  it('is found at every level of nesting that the engine checks', () => {
    let form: FormSchema = { formFields: [text('note')] };
    let values: unknown = { note: 'deep down' };
    for (let level = 0; level < formLimits.nesting; level += 1) {
      form = {
        formFields: [input('inner', 'OBJECT', 'objectOptions', {}) as Field],
        nestedForms: [{ targets: ['inner'], form }],
      };
      values = { inner: values };
    }
    expect(writtenContentOf(form, values).texts).toEqual([{ text: 'deep down', isName: false }]);
  });

  it.each([null, 'text', 7, [], { name: { toString: 1 } }, { __proto__: { name: 'x' } }])(
    'is empty for the values %j',
    (values) => {
      expect(writtenContentOf(contactForm(), values)).toEqual({ texts: [], emails: [] });
    },
  );
});
