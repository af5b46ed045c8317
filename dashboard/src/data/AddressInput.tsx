import { Fieldset, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { addressParts } from './field-kinds.ts';
import { textAt, withTextAt } from './field-values.ts';

interface AddressInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  required: boolean;
  readOnly: boolean;
  /** The address as JSON; '' if there is none. */
  value: string;
  onChange: (value: string) => void;
}

/** Inputs for the parts of an address. Properties without an input, such as coordinates, stay unchanged. */
export function AddressInput({ label, description, error, required, readOnly, value, onChange }: AddressInputProps) {
  const address = parseAddressJson(value);
  if (address === null) {
    // The value is not an address object, so it is edited as JSON.
    return (
      <Textarea
        {...{ label, description, error, required, readOnly, value }}
        autosize
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <Fieldset legend={required ? `${label} *` : label}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
        {addressParts.map(({ key, label: part }, index) => (
          <TextInput
            key={key}
            label={part}
            readOnly={readOnly}
            {...(index === 0 ? { description, error } : {})}
            value={textAt(address, key)}
            onChange={(event) => onChange(withTextAt(address, key, event.currentTarget.value))}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

function parseAddressJson(value: string): Record<string, unknown> | null {
  if (value === '') return {};
  try {
    const address: unknown = JSON.parse(value);
    return typeof address === 'object' && address !== null && !Array.isArray(address)
      ? (address as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
