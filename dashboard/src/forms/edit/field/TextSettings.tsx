import { MultiSelect, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { stringFormats } from '@portico/domain/forms/vocabulary';
import { listCountryOptions } from '../../../ui/countries.ts';
import { BoundInput } from './BoundInput.tsx';
import { ChoiceSetting, CountrySetting, NumberSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, componentOptionsPath } from './field-paths.ts';
import { PatternSettings } from './PatternSettings.tsx';
import { SettingsGroup } from './SettingsGroup.tsx';

const VALIDATION = 'inputOptions.stringOptions.validation';

const formatNames: Readonly<Record<string, string>> = {
  UNKNOWN_FORMAT: 'Any text',
  EMAIL: 'E-mail address',
  URL: 'Web address',
  URI: 'URI',
  UUID: 'UUID',
  PHONE: 'Phone number',
  HOSTNAME: 'Host name',
  COLOR_HEX: 'Colour, such as #1a2b3c',
  CURRENCY: 'Currency, such as EUR',
  LANGUAGE: 'Language, such as en',
  DATE: 'Date',
  TIME: 'Time',
  DATE_TIME: 'Date and time',
  DATE_OPTIONAL_TIME: 'Date, with or without a time',
};

/** The property of `validation` that holds the bounds of each format. */
const BOUNDS: Readonly<Record<string, string>> = {
  DATE: 'dateOptions',
  TIME: 'timeOptions',
  DATE_TIME: 'dateTimeOptions',
  DATE_OPTIONAL_TIME: 'dateOptionalTimeOptions',
};

/** Edits the checks of a text, date, time or phone number. */
export function TextSettings() {
  const { field, get, isStored } = useField();
  const format = String(get(`${VALIDATION}.format`) ?? 'UNKNOWN_FORMAT');
  const bounds = BOUNDS[format];
  const component = componentOf(field);
  const isText = component === 'TEXT_INPUT' || component === 'PASSWORD';
  return (
    <SettingsGroup title="Checks">
      {isText && (
        <ChoiceSetting
          label="Format"
          description={
            isStored
              ? 'The format cannot be changed, because existing answers have it.'
              : 'The format cannot be changed after the form is saved.'
          }
          disabled={isStored}
          path={`${VALIDATION}.format`}
          data={stringFormats.map((value) => ({ value, label: formatNames[value] ?? value }))}
        />
      )}
      {isText && (
        <SimpleGrid cols={2}>
          <NumberSetting
            label="Minimum length"
            path={`${VALIDATION}.minLength`}
            min={0}
            max={20_000}
            allowDecimal={false}
          />
          <NumberSetting
            label="Maximum length"
            path={`${VALIDATION}.maxLength`}
            min={0}
            max={20_000}
            allowDecimal={false}
          />
        </SimpleGrid>
      )}
      {bounds && (
        <>
          <BoundInput label="Earliest" format={format} path={`${VALIDATION}.${bounds}.minimum`} />
          <BoundInput label="Latest" format={format} path={`${VALIDATION}.${bounds}.maximum`} />
        </>
      )}
      {component === 'PHONE_INPUT' && <PhoneSettings />}
      {isText && <PatternSettings path={VALIDATION} />}
    </SettingsGroup>
  );
}

function PhoneSettings() {
  const { field, get, set } = useField();
  const path = `${VALIDATION}.phoneOptions.allowedCountryCodes`;
  const countries = get(path);
  return (
    <>
      <CountrySetting label="Default country" path={`${componentOptionsPath(field)}.defaultCountryCode`} />
      <MultiSelect
        label="Allowed countries"
        placeholder={Array.isArray(countries) && countries.length > 0 ? '' : 'All countries'}
        searchable
        data={listCountryOptions()}
        value={Array.isArray(countries) ? countries : []}
        onChange={(codes) => set(path, codes.length > 0 ? codes : undefined)}
      />
    </>
  );
}
