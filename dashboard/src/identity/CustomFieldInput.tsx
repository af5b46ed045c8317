import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { MemberField } from '../sites/settings/member-fields.ts';
import type { MemberValues } from './member-values.ts';

const nothing = { value: '', label: 'Not filled in' };

/** The input that fits a member field. */
export function CustomFieldInput({ field, form }: { field: MemberField; form: UseFormReturnType<MemberValues> }) {
  const props = { label: field.name, ...form.getInputProps(`custom.${field.key}`) };
  switch (field.type) {
    case 'BOOLEAN':
      return (
        <NativeSelect {...props} data={[nothing, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]} />
      );
    case 'CHOICE':
      return <NativeSelect {...props} data={[nothing, ...choicesOf(field, String(props.value))]} />;
    case 'LIST':
      return <TagsInput {...props} placeholder="Enter one after the other" maxTags={100} />;
    case 'DATE':
      return <TextInput {...props} type="date" />;
    case 'NUMBER':
      return <TextInput {...props} inputMode="decimal" />;
    case 'URL':
      return <TextInput {...props} inputMode="url" placeholder="https://" />;
    case 'TEXT':
      return <TextInput {...props} maxLength={10_000} />;
  }
}

/** A choice that was taken away from the field still shows where somebody had made it. */
function choicesOf({ choices = [] }: MemberField, chosen: string): string[] {
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen];
}
