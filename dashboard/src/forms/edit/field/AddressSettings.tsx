import { Checkbox, MultiSelect, Select, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { isObject } from '@portico/domain';
import { countryOptions } from '../../../ui/countries.ts';
import { SwitchSetting, textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

const VALIDATION = 'inputOptions.addressOptions.validation';
const LOOKS = 'inputOptions.addressOptions.multilineAddressOptions';

const parts = [
  ['streetName', 'Street'],
  ['streetNumber', 'Number'],
  ['addressLine', 'Address line'],
  ['addressLine2', 'Second line'],
  ['city', 'City'],
  ['postalCode', 'Postal code'],
  ['subdivision', 'State or region'],
] as const;

export function AddressSettings() {
  const { get, set, errorAt } = useField();
  const countries = get(`${VALIDATION}.allowedCountries`);
  const fields = get(`${VALIDATION}.fields`);
  const stated: Record<string, unknown> = isObject(fields) ? fields : {};
  const waived = parts.filter(([part]) => get(`${VALIDATION}.fields.${part}.required`) === false).map(([part]) => part);
  return (
    <Part title="Address">
      <MultiSelect
        label="Only addresses in"
        placeholder={Array.isArray(countries) && countries.length > 0 ? '' : 'All countries'}
        searchable
        maxValues={200}
        data={countryOptions()}
        value={Array.isArray(countries) ? countries : []}
        error={errorAt(`${VALIDATION}.allowedCountries`)}
        onChange={(codes) => set(`${VALIDATION}.allowedCountries`, codes.length > 0 ? codes : undefined)}
      />
      <Select
        label="Country at first"
        placeholder="The site’s own"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Country at first' }}
        data={countryOptions()}
        value={textOf(get(`${LOOKS}.defaultCountryConfig.countryOptions`)) || null}
        onChange={(code) =>
          set(`${LOOKS}.defaultCountryConfig`, code ? { type: 'COUNTRY', countryOptions: code } : undefined)
        }
      />
      <SwitchSetting label="A second line" path={`${LOOKS}.fieldSettings.addressLine2.show`} />
      <Checkbox.Group
        label="May be left out"
        description="Each country requires its own parts; those that are ticked it does not."
        value={waived}
        onChange={(next) => {
          const changed = Object.fromEntries(
            parts.flatMap(([part]) =>
              next.includes(part)
                ? [[part, { required: false }]]
                : stated[part] !== undefined && !waived.includes(part)
                  ? [[part, stated[part]]]
                  : [],
            ),
          );
          const { country } = stated;
          const all = { ...(country === undefined ? {} : { country }), ...changed };
          set(`${VALIDATION}.fields`, Object.keys(all).length > 0 ? all : undefined);
        }}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt="xs">
          {parts.map(([part, label]) => (
            <Checkbox key={part} value={part} label={label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Part>
  );
}
