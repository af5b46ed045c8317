import type { Form } from '@portico/contract/forms/form';
import { type Field, toFormField, toFormRule } from '@portico/domain';
import type { Static } from 'typebox';
import type { FormDocument } from './document.ts';

export interface FormRow {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly document: FormDocument;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type WireForm = Static<typeof Form>;

/** The form as it leaves: both generations, of which the vendor's viewer reads the earlier one. */
export function toWire(row: FormRow): WireForm {
  const { document } = row;
  const { formFields, deletedFormFields, formRules, steps, ...settings } = document;
  return {
    ...settings,
    id: row.id,
    namespace: row.namespace,
    name: row.name,
    enabled: row.enabled,
    properties: { name: row.name, disabled: !row.enabled },
    formFields: asWritten(formFields),
    fields: formFields.map(toFormField),
    deletedFormFields: asWritten(deletedFormFields),
    deletedFields: deletedFormFields.map(toFormField),
    formRules,
    rules: formRules.map((rule) => toFormRule(rule, formFields)),
    steps,
    revision: row.revision,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

/** Fields are stored only after the contract's schema of the request has taken them: they fit that of the answer. */
const asWritten = (fields: readonly Field[]): WireForm['formFields'] => fields as WireForm['formFields'];
