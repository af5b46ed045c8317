import { type AddressPart, addressTemplateOf, isObject, subdivisionsOf } from '@portico/domain';
import { lazy, Suspense, useMemo, useState } from 'react';
import { FieldError, RequiredMark } from '../FieldParts.tsx';
import { asText, isRequired } from '../field-props.ts';
import { type FieldProps, type FormContext, useFormContext } from '../form-context.ts';
import { pathOf } from '../values/names.ts';
import type { AddressSettings } from '../view/field-view.ts';
import { countriesIn } from './country-names.ts';

const SubdivisionSelect = lazy(() => import('./SubdivisionSelect.tsx'));

const AUTOCOMPLETE: Readonly<Record<AddressPart, string>> = {
  country: 'country',
  subdivision: 'address-level1',
  city: 'address-level2',
  addressLine: 'address-line1',
  addressLine2: 'address-line2',
  postalCode: 'postal-code',
  streetName: 'address-line1',
  streetNumber: 'address-line3',
};

/** An address with the parts of its country (forms contract section 5.3). */
export function AddressInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { language, texts, country: siteCountry } = form;
  const initial: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  const countries = useMemo(() => countriesIn(language, field.countries), [language, field.countries]);
  const first = asText(initial.country) || field.country || siteCountry;
  const [country, setCountry] = useState(countries.some(({ code }) => code === first) ? first : '');
  const settings = { ...field.address, fields: { ...field.address?.fields, ...form.stateOf(path).addressFields } };
  const isAddressRequired = isRequired(form, { field, path });
  // In an optional address, parts become required once one of them is filled in. HTML attributes cannot express this,
  // so only the form's validation checks it.
  const parts = partsOf(country, settings as AddressSettings);
  return (
    <div className="portico-address">
      <AddressPartInput
        form={form}
        path={path}
        part="country"
        label={texts.forms.address.country}
        required={isAddressRequired}
      >
        {(attributes) => (
          <select
            {...attributes}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
            disabled={field.readOnly}
            suppressHydrationWarning
          >
            <option value="">{texts.forms.choose}</option>
            {countries.map((one) => (
              <option key={one.code} value={one.code} suppressHydrationWarning>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </AddressPartInput>
      {parts.map(({ part, required }) => (
        <AddressPartInput
          key={part}
          form={form}
          path={path}
          part={part}
          label={texts.forms.address[part]}
          required={isAddressRequired && required}
        >
          {(attributes) =>
            part === 'subdivision' && subdivisionsOf(country) ? (
              <Suspense fallback={<select {...attributes} disabled aria-busy="true" />}>
                <SubdivisionSelect
                  {...attributes}
                  key={country}
                  country={country}
                  emptyLabel={texts.forms.choose}
                  initial={asText(initial[part])}
                  disabled={field.readOnly}
                />
              </Suspense>
            ) : (
              <input {...attributes} defaultValue={asText(initial[part])} readOnly={field.readOnly || undefined} />
            )
          }
        </AddressPartInput>
      ))}
    </div>
  );
}

type Part = keyof FormContext['texts']['forms']['address'] & AddressPart;

function partsOf(country: string, settings: AddressSettings): { part: Part; required: boolean }[] {
  return addressTemplateOf(country || undefined).fields.flatMap(({ target, hidden, validation }) => {
    if (hidden && settings.fieldSettings[target]?.show !== true) return [];
    return [{ part: target, required: settings.fields?.[target]?.required ?? validation?.required === true }];
  });
}

interface PartAttributes {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly autoComplete: string;
  readonly required: boolean;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface PartProps {
  readonly form: FormContext;
  readonly path: string;
  readonly part: AddressPart;
  readonly label: string;
  readonly required: boolean;
  children(attributes: PartAttributes): React.ReactNode;
}

function AddressPartInput({ form, path, part, label, required, children }: PartProps) {
  const partPath = pathOf(path, part);
  const id = form.idOf(partPath);
  const hasError = form.errorOf(partPath) !== '';
  return (
    <div className="portico-address-part" data-part={part}>
      <label className="portico-part-label" htmlFor={id}>
        <RequiredMark required={required}>{label}</RequiredMark>
      </label>
      {children({
        id,
        name: partPath,
        className: 'portico-input',
        autoComplete: AUTOCOMPLETE[part],
        required,
        'aria-invalid': hasError || undefined,
        'aria-describedby': hasError ? `${id}-error` : undefined,
      })}
      <FieldError path={partPath} />
    </div>
  );
}
