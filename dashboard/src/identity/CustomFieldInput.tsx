import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { MemberField } from '../sites/settings/member-fields.ts';
import type { MemberValues } from './member-values.ts';

const emptyOption = { value: '', label: 'Not filled in' };

/** The input for a custom member field, depending on its type. */
export function CustomFieldInput({ field, form }: { field: MemberField; form: UseFormReturnType<MemberValues> }) {
  const props = { label: field.name, ...form.getInputProps(`custom.${field.key}`) };
  switch (field.type) {
    case 'BOOLEAN':
      return (
        <NativeSelect
          {...props}
          data={[emptyOption, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]}
        />
      );
    case 'CHOICE':
      return <NativeSelect {...props} data={[emptyOption, ...choicesOf(field, String(props.value))]} />;
    case 'LIST':
      return <TagsInput {...props} placeholder="Type a value and press Enter" maxTags={100} />;
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

/** Returns the choices of the field, and the selected one even if it has been removed from the field. */
function choicesOf({ choices = [] }: MemberField, selected: string): string[] {
  return selected === '' || choices.includes(selected) ? choices : [...choices, selected];
}
