/** The values of the new-form screen, and the form that they describe (forms contract, section 4). */
import type { Calls } from '@portico/contract';
import { stackFields } from '@portico/domain';
import { FORM_APP_NAMESPACE } from '@portico/domain/forms/vocabulary';
import type { FormField } from './edit/draft.ts';
import { findKind, newPlainOption, paragraphOf } from './edit/field/field-kinds.ts';
import { newField } from './edit/field/new-field.ts';
import { withOptions } from './edit/field/options.ts';
import { withRequired } from './edit/field/required.ts';
import { withValueAt } from './edit/paths.ts';

type FormInput = Calls['forms.forms.create']['body']['form'];

/** The kinds of fields that the screen offers. `kind` is the id of the editor's field kind. */
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
  /** React key of the row */
  id: string;
  label: string;
  kind: RowKind;
  required: boolean;
  /** Options of a choice; empty for other kinds. */
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

/** Returns the fields that a new form starts with. Names and e-mail are mapped to the sender's contact. */
export const makeDefaultRows = (): FieldValues[] => [
  newRow('First name', 'firstName'),
  newRow('Last name', 'lastName'),
  newRow('E-mail', 'email'),
  newRow('Message', 'longText'),
];

/** Builds the form to create: its fields, a submit button and one page with all of them. */
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
  const button = newField(findKind('buttons'), []);
  const submitPath = 'displayOptions.pageNavigationOptions.submitText';
  formFields.push(submitText.trim() ? withValueAt(button, submitPath, submitText.trim()) : button);
  return {
    name: name.trim(),
    namespace: FORM_APP_NAMESPACE,
    formFields,
    steps: [stackFields(formFields, crypto.randomUUID())],
    submitSettings: {
      submitSuccessAction: 'THANK_YOU_MESSAGE',
      thankYouMessageOptions: { richContent: paragraphOf(thanks.trim() || 'Thank you.') },
    },
  };
}

function toField({ label, kind, required, options }: FieldValues, takenTargets: readonly string[]): FormField {
  const { kind: id = 'text' } = rowKinds.find(({ value }) => value === kind) ?? {};
  const field = withRequired(newField(findKind(id), takenTargets, label.trim()), required);
  return kind === 'choice' ? withOptions(field, options.map(newPlainOption)) : field;
}
