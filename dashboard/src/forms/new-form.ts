/** The dashboard's simple form builder: its rows, and the form object they stand for (forms contract, section 4). */
import type { Calls } from '@portico/contract';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';

type FormInput = Calls['forms.forms.create']['body']['form'];
type FormField = NonNullable<FormInput['formFields']>[number];

export const fieldKinds = [
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'E-mail' },
  { value: 'number', label: 'Number' },
  { value: 'choice', label: 'Choice' },
  { value: 'checkbox', label: 'Checkbox' },
] as const;

export interface NewFormField {
  /** only for React: rows are added and taken away */
  row: string;
  label: string;
  kind: (typeof fieldKinds)[number]['value'];
  required: boolean;
  /** of a choice */
  options: string[];
}

export interface NewFormValues {
  name: string;
  submitText: string;
  thanks: string;
  fields: NewFormField[];
}

export const newField = (label = '', kind: NewFormField['kind'] = 'text'): NewFormField => ({
  row: crypto.randomUUID(),
  label,
  kind,
  required: kind !== 'checkbox',
  options: [],
});

export function toForm({ name, submitText, thanks, fields }: NewFormValues): FormInput {
  const targets = targetsOf(fields.map((field) => field.label));
  const inputs = fields.map((field, index) => toField(field, targets[index] as string));
  const submit: FormField = {
    id: crypto.randomUUID(),
    identifier: 'SUBMIT_BUTTON',
    fieldType: 'DISPLAY',
    displayOptions: {
      displayFieldType: 'PAGE_NAVIGATION',
      pageNavigationOptions: { submitText: submitText.trim() || 'Send' },
    },
  };
  const formFields = [...inputs, submit];
  return {
    name: name.trim(),
    namespace: FORM_APP_NAMESPACE,
    formFields,
    steps: [
      {
        id: crypto.randomUUID(),
        name: 'Page 1',
        layout: {
          large: {
            columns: 12,
            items: formFields.map(({ id }, row) => ({ fieldId: id, row, column: 0, width: 12, height: 1 })),
          },
        },
      },
    ],
    submitSettings: {
      submitSuccessAction: 'THANK_YOU_MESSAGE',
      thankYouMessageOptions: { richContent: paragraph(thanks.trim() || 'Thank you.') },
    },
  };
}

function toField({ label, kind, required, options }: NewFormField, target: string): FormField {
  const looks = { label: label.trim(), showLabel: true };
  const field = { id: crypto.randomUUID(), fieldType: 'INPUT' };
  const input = { target, required };
  switch (kind) {
    case 'text':
      return {
        ...field,
        identifier: 'TEXT_INPUT',
        inputOptions: {
          ...input,
          inputType: 'STRING',
          stringOptions: { componentType: 'TEXT_INPUT', validation: {}, textInputOptions: looks },
        },
      };
    case 'email':
      return {
        ...field,
        identifier: 'CONTACTS_EMAIL',
        inputOptions: {
          ...input,
          pii: true,
          inputType: 'STRING',
          contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'UNTAGGED' } },
          stringOptions: { componentType: 'TEXT_INPUT', validation: { format: 'EMAIL' }, textInputOptions: looks },
        },
      };
    case 'number':
      return {
        ...field,
        identifier: 'NUMBER_INPUT',
        inputOptions: {
          ...input,
          inputType: 'NUMBER',
          numberOptions: { componentType: 'NUMBER_INPUT', validation: {}, numberInputOptions: looks },
        },
      };
    case 'choice':
      return {
        ...field,
        identifier: 'RADIO_GROUP',
        inputOptions: {
          ...input,
          inputType: 'STRING',
          stringOptions: {
            componentType: 'RADIO_GROUP',
            validation: { enum: [...options] },
            radioGroupOptions: {
              ...looks,
              options: options.map((option) => ({ id: crypto.randomUUID(), label: option, value: option })),
            },
          },
        },
      };
    case 'checkbox':
      return {
        ...field,
        identifier: 'CHECKBOX',
        inputOptions: {
          ...input,
          inputType: 'BOOLEAN',
          booleanOptions: {
            componentType: 'CHECKBOX',
            // a required checkbox must be ticked: `false` is a value too
            validation: required ? { enum: [true] } : {},
            checkboxOptions: { label: paragraph(label.trim()) },
          },
        },
      };
  }
}

/** Names of the values: a letter first, then letters, digits and single underscores, each name once. */
export function targetsOf(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    const plain = label
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase();
    const words = plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60)
      .replace(/_+$/, '');
    const base = /^[a-z]/.test(words) ? words : words === '' ? 'field' : `field_${words}`;
    let target = base;
    for (let number = 2; taken.has(target); number++) target = `${base}_${number}`;
    taken.add(target);
    return target;
  });
}

const paragraph = (text: string) => ({
  nodes: [
    {
      type: 'PARAGRAPH',
      id: crypto.randomUUID(),
      nodes: [{ type: 'TEXT', id: '', nodes: [], textData: { text, decorations: [] } }],
    },
  ],
});
