import { NativeSelect } from '@mantine/core';

export interface BoxForm {
  readonly id: string;
  readonly label: string;
}

interface FormSelectProps {
  /** null where there is nothing to choose */
  forms: readonly BoxForm[] | null;
  value: string | null;
  onChange: (formId: string | null) => void;
}

/** Which form's submissions are shown. */
export function FormSelect({ forms, value, onChange }: FormSelectProps) {
  if (!forms) return <span />;
  return (
    <NativeSelect
      aria-label="Form"
      size="xs"
      maw={220}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[{ value: '', label: 'All forms' }, ...forms.map(({ id, label }) => ({ value: id, label }))]}
    />
  );
}
