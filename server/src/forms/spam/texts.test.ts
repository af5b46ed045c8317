import { type Field, type FormSchema, formLimits } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { contactForm, input, text } from '../testing/forms.fixture.ts';
import { writtenIn } from './texts.ts';

const email = text('email', { format: 'EMAIL' });
const custom = (target: string, type: 'STRING' | 'ARRAY', component: string, options: string) =>
  input(target, type, type === 'STRING' ? 'stringOptions' : 'arrayOptions', {
    componentType: component,
    [options]: { options: [{ value: 'red' }], customOption: { label: 'Other' } },
  });

describe('what of a submission somebody wrote', () => {
  it('is texts without a format, and addresses of mail', () => {
    const values = { name: 'Ann', email: ' Ann@Example.org ', phone: '+4930123456', code: 'AB', colour: 'red', age: 3 };
    expect(writtenIn(contactForm(), values)).toEqual({
      texts: [
        { text: 'Ann', isName: false },
        { text: 'AB', isName: false },
      ],
      emails: ['ann@example.org'],
    });
  });

  it('is what stands in the place of a choice, but no choice and nothing that the form brought', () => {
    const formFields = [
      custom('one', 'STRING', 'RADIO_GROUP', 'radioGroupOptions'),
      custom('many', 'ARRAY', 'TAGS', 'tagsOptions'),
      input('preset', 'STRING', 'stringOptions', {
        componentType: 'TEXT_INPUT',
        textInputOptions: { default: 'Hello' },
        validation: {},
      }),
    ];
    const texts = (values: object) => writtenIn({ formFields }, values).texts.map((one) => one.text);
    expect(texts({ one: 'red', many: ['red', 'mine'], preset: 'Hello' })).toEqual(['mine']);
    expect(texts({ one: 'own', preset: 'Hello you' })).toEqual(['own', 'Hello you']);
  });

  it('is found in rows and in forms within the form', () => {
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
    expect(writtenIn(form, values)).toEqual({
      texts: [
        { text: 'A', isName: false },
        { text: 'B', isName: true },
      ],
      emails: ['a@x.example', 'b@x.example'],
    });
  });

  it('is found as deep as the engine checks it', () => {
    let form: FormSchema = { formFields: [text('note')] };
    let values: unknown = { note: 'deep down' };
    for (let level = 0; level < formLimits.nesting; level += 1) {
      form = {
        formFields: [input('inner', 'OBJECT', 'objectOptions', {}) as Field],
        nestedForms: [{ targets: ['inner'], form }],
      };
      values = { inner: values };
    }
    expect(writtenIn(form, values).texts).toEqual([{ text: 'deep down', isName: false }]);
  });

  it.each([null, 'text', 7, [], { name: { toString: 1 } }, { __proto__: { name: 'x' } }])(
    'is nothing in %j',
    (values) => {
      expect(writtenIn(contactForm(), values)).toEqual({ texts: [], emails: [] });
    },
  );
});
