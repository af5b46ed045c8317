import { Fieldset, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { addressParts } from './field-kinds.ts';
import { partOf, withPart } from './field-values.ts';

interface AddressInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  required: boolean;
  readOnly: boolean;
  /** the address as JSON; '' for none */
  value: string;
  onChange: (value: string) => void;
}

/** The parts of an address. What else it holds, as its place on the map, stays. */
export function AddressInput({ label, description, error, required, readOnly, value, onChange }: AddressInputProps) {
  const address = parsed(value);
  if (address === null) {
    // typed as JSON by somebody, and not whole
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
            value={partOf(address, key)}
            onChange={(event) => onChange(withPart(address, key, event.currentTarget.value))}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

function parsed(value: string): Record<string, unknown> | null {
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
