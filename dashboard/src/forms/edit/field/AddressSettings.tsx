import { Checkbox, MultiSelect, Select, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { isObject } from '@portico/domain';
import { listCountryOptions } from '../../../ui/countries.ts';
import { SwitchSetting, toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const VALIDATION = 'inputOptions.addressOptions.validation';
const COMPONENT_OPTIONS = 'inputOptions.addressOptions.multilineAddressOptions';

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
  const componentSettings: Record<string, unknown> = isObject(fields) ? fields : {};
  const optionalParts = parts
    .filter(([part]) => get(`${VALIDATION}.fields.${part}.required`) === false)
    .map(([part]) => part);
  return (
    <SettingsGroup title="Address">
      <MultiSelect
        label="Allowed countries"
        placeholder={Array.isArray(countries) && countries.length > 0 ? '' : 'All countries'}
        searchable
        maxValues={200}
        data={listCountryOptions()}
        value={Array.isArray(countries) ? countries : []}
        error={errorAt(`${VALIDATION}.allowedCountries`)}
        onChange={(codes) => set(`${VALIDATION}.allowedCountries`, codes.length > 0 ? codes : undefined)}
      />
      <Select
        label="Default country"
        placeholder="Same as the site"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Default country' }}
        data={listCountryOptions()}
        value={toText(get(`${COMPONENT_OPTIONS}.defaultCountryConfig.countryOptions`)) || null}
        onChange={(code) =>
          set(`${COMPONENT_OPTIONS}.defaultCountryConfig`, code ? { type: 'COUNTRY', countryOptions: code } : undefined)
        }
      />
      <SwitchSetting label="Show a second address line" path={`${COMPONENT_OPTIONS}.fieldSettings.addressLine2.show`} />
      <Checkbox.Group
        label="Optional parts"
        description="Each country has its own required parts. Ticked parts are never required."
        value={optionalParts}
        onChange={(next) => {
          const changed = Object.fromEntries(
            parts.flatMap(([part]) =>
              next.includes(part)
                ? [[part, { required: false }]]
                : componentSettings[part] !== undefined && !optionalParts.includes(part)
                  ? [[part, componentSettings[part]]]
                  : [],
            ),
          );
          const { country } = componentSettings;
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
    </SettingsGroup>
  );
}
