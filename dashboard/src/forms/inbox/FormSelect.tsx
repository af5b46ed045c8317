import { NativeSelect } from '@mantine/core';

export interface FormOption {
  readonly id: string;
  readonly label: string;
}

interface FormSelectProps {
  /** Null if there is nothing to choose. */
  forms: readonly FormOption[] | null;
  value: string | null;
  onChange: (formId: string | null) => void;
}

/** Selects the form whose submissions are shown. */
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
