import { MultiSelect, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { stringFormats } from '@portico/domain/forms/vocabulary';
import { countryOptions } from '../../../ui/countries.ts';
import { BoundInput } from './BoundInput.tsx';
import { ChoiceSetting, CountrySetting, NumberSetting } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf, looksPath } from './field-paths.ts';
import { Part } from './Part.tsx';
import { PatternSettings } from './PatternSettings.tsx';

const VALIDATION = 'inputOptions.stringOptions.validation';

const formatNames: Readonly<Record<string, string>> = {
  UNKNOWN_FORMAT: 'Any text',
  EMAIL: 'E-mail address',
  URL: 'Web address',
  URI: 'URI',
  UUID: 'UUID',
  PHONE: 'Phone number',
  HOSTNAME: 'Host name',
  COLOR_HEX: 'Colour, as #1a2b3c',
  CURRENCY: 'Currency, as EUR',
  LANGUAGE: 'Language, as en',
  DATE: 'Date',
  TIME: 'Time',
  DATE_TIME: 'Date and time',
  DATE_OPTIONAL_TIME: 'Date, with a time or without',
};

/** A format's bounds stand under its own name. */
const BOUNDS: Readonly<Record<string, string>> = {
  DATE: 'dateOptions',
  TIME: 'timeOptions',
  DATE_TIME: 'dateTimeOptions',
  DATE_OPTIONAL_TIME: 'dateOptionalTimeOptions',
};

/** What a text, date, time or phone number must be like. */
export function TextSettings() {
  const { field, get, isStored } = useField();
  const format = String(get(`${VALIDATION}.format`) ?? 'UNKNOWN_FORMAT');
  const bounds = BOUNDS[format];
  const component = componentOf(field);
  const isText = component === 'TEXT_INPUT' || component === 'PASSWORD';
  return (
    <Part title="Checks">
      {isText && (
        <ChoiceSetting
          label="Format"
          description={isStored ? 'What was sent has this format: it stays.' : 'It stays once the form is saved.'}
          disabled={isStored}
          path={`${VALIDATION}.format`}
          data={stringFormats.map((value) => ({ value, label: formatNames[value] ?? value }))}
        />
      )}
      {isText && (
        <SimpleGrid cols={2}>
          <NumberSetting
            label="Fewest characters"
            path={`${VALIDATION}.minLength`}
            min={0}
            max={20_000}
            allowDecimal={false}
          />
          <NumberSetting
            label="Most characters"
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
    </Part>
  );
}

function PhoneSettings() {
  const { field, get, set } = useField();
  const path = `${VALIDATION}.phoneOptions.allowedCountryCodes`;
  const chosen = get(path);
  return (
    <>
      <CountrySetting label="Country at first" path={`${looksPath(field)}.defaultCountryCode`} />
      <MultiSelect
        label="Only numbers of"
        placeholder={Array.isArray(chosen) && chosen.length > 0 ? '' : 'All countries'}
        searchable
        data={countryOptions()}
        value={Array.isArray(chosen) ? chosen : []}
        onChange={(codes) => set(path, codes.length > 0 ? codes : undefined)}
      />
    </>
  );
}
