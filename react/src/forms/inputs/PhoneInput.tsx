import { useMemo, useState } from 'react';
import { asText, inputAttributes } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { type EngineDependencies, loadPhones } from '../values/engine-dependencies.ts';
import { countryName } from '../values/names.ts';
import { countriesIn } from './country-names.ts';

/**
 * A phone number in the national format of the selected country, or with its country code. The numbering plans are
 * loaded on focus.
 */
export function PhoneInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { language, texts, country: siteCountry } = form;
  const countries = useMemo(() => countriesIn(language, field.countries), [language, field.countries]);
  const first = field.country || siteCountry;
  const initial = countries.some(({ code }) => code === first) ? first : (countries[0]?.code ?? '');
  const [country, setCountry] = useState(initial);
  const [callingCode, setCallingCode] = useState<EngineDependencies['callingCode']>();
  const loadCallingCodes = (): void => {
    if (!callingCode)
      loadPhones().then(
        (phones) => setCallingCode(() => phones.callingCode),
        () => undefined,
      );
  };
  const code = callingCode?.(country);
  return (
    <div className="portico-phone">
      <select
        className="portico-input"
        name={countryName(path)}
        aria-label={texts.forms.phoneCountry(field.label)}
        value={country}
        autoComplete="tel-country-code"
        disabled={field.readOnly}
        onFocus={loadCallingCodes}
        onChange={(event) => setCountry(event.target.value)}
        suppressHydrationWarning
      >
        {countries.map((one) => (
          <option key={one.code} value={one.code} suppressHydrationWarning>
            {one.name}
          </option>
        ))}
      </select>
      {code && (
        <span className="portico-calling-code" dir="ltr">
          +{code}
        </span>
      )}
      <input
        {...inputAttributes(form, { field, path })}
        className="portico-input"
        type="tel"
        onFocus={loadCallingCodes}
        dir="ltr"
        autoComplete={field.autoComplete}
        placeholder={field.placeholder || undefined}
        defaultValue={asText(value)}
      />
    </div>
  );
}
