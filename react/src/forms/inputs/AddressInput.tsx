import { type AddressPart, addressTemplateOf, isObject, subdivisionsOf } from '@portico/domain';
import { lazy, Suspense, useMemo, useState } from 'react';
import { FieldError, Marked } from '../FieldParts.tsx';
import { asText, isRequired } from '../field-props.ts';
import { type FieldProps, type FormContext, useFormContext } from '../form-context.ts';
import { pathOf } from '../values/names.ts';
import type { AddressLook } from '../view/field-view.ts';
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

/** An address with the parts that its country's addresses have (forms contract section 5.3). */
export function AddressInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { language, texts, country: siteCountry } = form;
  const given: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  const countries = useMemo(() => countriesIn(language, field.countries), [language, field.countries]);
  const first = asText(given.country) || field.country || siteCountry;
  const [country, setCountry] = useState(countries.some(({ code }) => code === first) ? first : '');
  const look = { ...field.address, fields: { ...field.address?.fields, ...form.stateOf(path).addressFields } };
  const demanded = isRequired(form, { field, path });
  // Of an address that may stay away, a part is required once another is there: the browser cannot say so by itself.
  const parts = partsOf(country, look as AddressLook);
  return (
    <div className="portico-address">
      <AddressPartInput form={form} path={path} part="country" label={texts.forms.address.country} required={demanded}>
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
          required={demanded && required}
        >
          {(attributes) =>
            part === 'subdivision' && subdivisionsOf(country) ? (
              <Suspense fallback={<select {...attributes} disabled aria-busy="true" />}>
                <SubdivisionSelect
                  {...attributes}
                  key={country}
                  country={country}
                  none={texts.forms.choose}
                  given={asText(given[part])}
                  disabled={field.readOnly}
                />
              </Suspense>
            ) : (
              <input {...attributes} defaultValue={asText(given[part])} readOnly={field.readOnly || undefined} />
            )
          }
        </AddressPartInput>
      ))}
    </div>
  );
}

type Part = keyof FormContext['texts']['forms']['address'] & AddressPart;

function partsOf(country: string, look: AddressLook): { part: Part; required: boolean }[] {
  return addressTemplateOf(country || undefined).fields.flatMap(({ target, hidden, validation }) => {
    if (hidden && look.fieldSettings[target]?.show !== true) return [];
    return [{ part: target, required: look.fields?.[target]?.required ?? validation?.required === true }];
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
  const own = pathOf(path, part);
  const id = form.idOf(own);
  const wrong = form.errorAt(own) !== '';
  return (
    <div className="portico-address-part" data-part={part}>
      <label className="portico-part-label" htmlFor={id}>
        <Marked required={required}>{label}</Marked>
      </label>
      {children({
        id,
        name: own,
        className: 'portico-input',
        autoComplete: AUTOCOMPLETE[part],
        required,
        'aria-invalid': wrong || undefined,
        'aria-describedby': wrong ? `${id}-error` : undefined,
      })}
      <FieldError path={own} />
    </div>
  );
}
