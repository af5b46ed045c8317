import {
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';
import type { AddressPart } from '@portico/domain';
import type { FieldView } from '@portico/react/forms/view/field-view';
import type { Input } from './edit-values.ts';

interface ValueInputProps {
  field: FieldView;
  value: Input;
  onChange: (value: Input) => void;
  /** Error messages by path: the target, or `target/part` for a part of an address. */
  errors: ReadonlyMap<string, string>;
}

/** The input for an answer, depending on the kind of the field. */
export function ValueInput({ field, value, onChange, errors }: ValueInputProps) {
  const { kind, label, target, required, choices } = field;
  const error = errors.get(target);
  const common = { label, error, withAsterisk: required };
  const text = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value : [];
  switch (kind) {
    case 'checkbox':
      return (
        <Checkbox
          label={label}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'checkboxes':
      return (
        <Checkbox.Group {...common} value={list} onChange={onChange}>
          <Group gap="md" mt={6}>
            {withSelected(choices, list).map((choice) => (
              <Checkbox key={choice.value} {...choice} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'tags':
      return <TagsInput {...common} value={list} onChange={onChange} data={choices.map((choice) => choice.value)} />;
    case 'radio':
      return (
        <Radio.Group {...common} value={text} onChange={onChange}>
          <Group gap="md" mt={6}>
            {withSelected(choices, text ? [text] : []).map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Group>
        </Radio.Group>
      );
    case 'dropdown':
      return (
        <NativeSelect
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[{ value: '', label: '' }, ...withSelected(choices, text ? [text] : [])]}
        />
      );
    case 'textarea':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={14}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
    case 'rating':
      return <NumberInput {...common} value={text} onChange={(next) => onChange(String(next))} hideControls />;
    case 'address':
      return <AddressInputs label={label} target={target} value={value} onChange={onChange} errors={errors} />;
    default:
      return (
        <TextInput
          {...common}
          type={INPUT_TYPES[kind] ?? 'text'}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  date: 'date',
  datePicker: 'date',
  time: 'time',
};

/** Returns the choices of the field, and selected values that are no longer among them. */
const withSelected = (choices: FieldView['choices'], selected: readonly string[]) => [
  ...choices.map(({ value, label }) => ({ value, label })),
  ...selected
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];

const ADDRESS_PARTS: readonly (readonly [AddressPart, string])[] = [
  ['country', 'Country (two letters)'],
  ['streetName', 'Street'],
  ['streetNumber', 'Number'],
  ['addressLine', 'Address'],
  ['addressLine2', 'Address, line 2'],
  ['city', 'City'],
  ['subdivision', 'State or region'],
  ['postalCode', 'Postal code'],
];

function AddressInputs(
  props: Pick<ValueInputProps, 'value' | 'onChange' | 'errors'> & { label: string; target: string },
) {
  const parts = typeof props.value === 'object' && !Array.isArray(props.value) ? props.value : {};
  const addressError = props.errors.get(props.target);
  return (
    <Fieldset legend={props.label}>
      <Stack gap="xs">
        {ADDRESS_PARTS.map(([part, label], index) => (
          <TextInput
            key={part}
            size="xs"
            label={label}
            value={parts[part] ?? ''}
            error={props.errors.get(`${props.target}/${part}`) ?? (index === 0 ? addressError : undefined)}
            onChange={(event) => props.onChange({ ...parts, [part]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
