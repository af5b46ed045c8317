/** A form made in a minute: the rows of its fields, and the form object they stand for (forms contract, section 4). */
import type { Calls } from '@portico/contract';
import { stackedStep } from '@portico/domain';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import type { FormField } from './edit/draft.ts';
import { kindNamed, option, richText } from './edit/field/field-kinds.ts';
import { newField } from './edit/field/new-field.ts';
import { withOptions } from './edit/field/options.ts';
import { withRequired } from './edit/field/required.ts';
import { withValueAt } from './edit/paths.ts';

type FormInput = Calls['forms.forms.create']['body']['form'];

/** The kinds that most forms need, and which of the editor's each of them is. */
export const rowKinds = [
  { value: 'text', label: 'Text', kind: 'text' },
  { value: 'longText', label: 'Long text', kind: 'longText' },
  { value: 'firstName', label: 'First name', kind: 'firstName' },
  { value: 'lastName', label: 'Last name', kind: 'lastName' },
  { value: 'email', label: 'E-mail', kind: 'email' },
  { value: 'phone', label: 'Phone', kind: 'phone' },
  { value: 'number', label: 'Number', kind: 'number' },
  { value: 'choice', label: 'Choice', kind: 'radio' },
  { value: 'checkbox', label: 'Checkbox', kind: 'checkbox' },
] as const;
type RowKind = (typeof rowKinds)[number]['value'];

export interface FieldValues {
  /** only for React: rows are added and taken away */
  id: string;
  label: string;
  kind: RowKind;
  required: boolean;
  /** of a choice */
  options: string[];
}

export interface NewFormValues {
  name: string;
  submitText: string;
  thanks: string;
  fields: FieldValues[];
}

export const newRow = (label = '', kind: RowKind = 'text'): FieldValues => ({
  id: crypto.randomUUID(),
  label,
  kind,
  required: kind !== 'checkbox',
  options: [],
});

/** What most owners begin with. The names and the e-mail become those of the sender's contact. */
export const defaultRows = (): FieldValues[] => [
  newRow('First name', 'firstName'),
  newRow('Last name', 'lastName'),
  newRow('E-mail', 'email'),
  newRow('Message', 'longText'),
];

export function toForm({ name, submitText, thanks, fields }: NewFormValues): FormInput {
  const formFields: FormField[] = [];
  for (const row of fields) {
    formFields.push(
      toField(
        row,
        formFields.flatMap((field) => field.inputOptions?.target ?? []),
      ),
    );
  }
  const button = newField(kindNamed('buttons'), []);
  const submitPath = 'displayOptions.pageNavigationOptions.submitText';
  formFields.push(submitText.trim() ? withValueAt(button, submitPath, submitText.trim()) : button);
  return {
    name: name.trim(),
    namespace: FORM_APP_NAMESPACE,
    formFields,
    steps: [stackedStep(formFields, crypto.randomUUID())],
    submitSettings: {
      submitSuccessAction: 'THANK_YOU_MESSAGE',
      thankYouMessageOptions: { richContent: richText(thanks.trim() || 'Thank you.') },
    },
  };
}

function toField({ label, kind, required, options }: FieldValues, taken: readonly string[]): FormField {
  const { kind: id = 'text' } = rowKinds.find(({ value }) => value === kind) ?? {};
  const field = withRequired(newField(kindNamed(id), taken, label.trim()), required);
  return kind === 'choice' ? withOptions(field, options.map(option)) : field;
}
