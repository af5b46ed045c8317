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

/**
 * Returns the form with its fields and rules in both generations of the wire: the current one, and the earlier one that
 * the vendor's viewer reads.
 */
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
    formFields: toWireFields(formFields),
    fields: formFields.map(toFormField),
    deletedFormFields: toWireFields(deletedFormFields),
    deletedFields: deletedFormFields.map(toFormField),
    formRules,
    rules: formRules.map((rule) => toFormRule(rule, formFields)),
    steps,
    revision: row.revision,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

/** Stored fields match the contract's schema, because they were checked against it before they were stored. */
const toWireFields = (fields: readonly Field[]): WireForm['formFields'] => fields as WireForm['formFields'];
