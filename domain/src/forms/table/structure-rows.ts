/** Rows for files, appointments, addresses, tax numbers, repeaters and nested forms. */
import { COUNTRIES } from '../values/countries.ts';
import { acceptedRow, expected, field, number, rejectedRow, text, type ValueRow } from './row.ts';

const EMPTY = ['', null, undefined, []];
const file = { fileId: 'a', displayName: 'b.png', fileType: 'IMAGE', url: 'https://example.org/b.png' };

const files = ['FILE_UPLOAD', 'SIGNATURE'].flatMap((component): ValueRow[] => {
  const kind = component === 'SIGNATURE' ? 'signature' : 'file';
  const one = (rules: object = {}, required?: boolean) =>
    field('WIX_FILE', 'wixFileOptions', rules, { required, block: { componentType: component } });
  const fileWith = (more: object) => [{ ...file, ...more }];
  return [
    acceptedRow(kind, one(), [file]),
    acceptedRow(kind, one({ fileLimit: 2 }), [file, { fileId: 'a', displayName: 'b', fileType: 'c', imported: true }]),
    ...EMPTY.map((empty) => rejectedRow(kind, one({}, true), empty, expected.required())),
    ...['a', 5, file].map((wrong) => rejectedRow(kind, one(), wrong, expected.type('array'))),
    rejectedRow(kind, one(), ['a'], expected.type('object', 'f/0')),
    rejectedRow(kind, one(), fileWith({ fileId: 5 }), expected.type('string', 'f/0/fileId')),
    rejectedRow(kind, one(), fileWith({ imported: 'yes' }), expected.type('boolean', 'f/0/imported')),
    rejectedRow(kind, one(), fileWith({ path: '/' }), expected.unknown('f/0/path')),
    rejectedRow(kind, one(), fileWith({ fileId: 'x'.repeat(101) }), expected.tooLong(100, 'f/0/fileId')),
    rejectedRow(kind, one(), fileWith({ displayName: 'x'.repeat(301) }), expected.tooLong(300, 'f/0/displayName')),
    rejectedRow(kind, one(), fileWith({ fileType: 'x'.repeat(101) }), expected.tooLong(100, 'f/0/fileType')),
    rejectedRow(kind, one(), fileWith({ url: 'x'.repeat(301) }), expected.tooLong(300, 'f/0/url')),
    rejectedRow(kind, one(), fileWith({ fileId: '' }), expected.required('f/0/fileId')),
    rejectedRow(kind, one(), fileWith({ displayName: null }), expected.required('f/0/displayName')),
    rejectedRow(kind, one(), Array(31).fill(file), expected.tooMany(30)),
    rejectedRow(kind, one({ fileLimit: 1 }), [file, file], expected.tooMany(1)),
  ];
});

const slot = { startDate: '2026-07-01T10:00:00Z', endDate: '2026-07-01T11:00:00Z', timeZone: 'Europe/Berlin' };
const appointment = (required?: boolean) =>
  field('SCHEDULING', 'schedulingOptions', {}, { required, block: { componentType: 'APPOINTMENT' } });
const appointments: ValueRow[] = [
  acceptedRow('appointment', appointment(), slot),
  ...EMPTY.map((empty) => rejectedRow('appointment', appointment(true), empty, expected.required())),
  ...['x', 5, [slot]].map((wrong) => rejectedRow('appointment', appointment(), wrong, expected.type('object'))),
  rejectedRow('appointment', appointment(), { ...slot, endDate: '' }, expected.required('f/endDate')),
  rejectedRow('appointment', appointment(), { ...slot, timeZone: null }, expected.required('f/timeZone')),
  rejectedRow('appointment', appointment(), { ...slot, startDate: 5 }, expected.type('string', 'f/startDate')),
  rejectedRow('appointment', appointment(), { ...slot, staff: 'x' }, expected.unknown('f/staff')),
  rejectedRow(
    'appointment',
    appointment(),
    { ...slot, startDate: '2026-01-01' },
    expected.format('date-time', 'f/startDate'),
  ),
  ...[
    ['2026-07-01T11:00:00Z', '2026-07-01T10:00:00Z'],
    // Noon in Berlin is 10:00 UTC.
    ['2026-07-01T10:00:00Z', '2026-07-01T12:00:00'],
  ].map(([startDate = '', endDate]) =>
    rejectedRow(
      'appointment',
      appointment(),
      { ...slot, startDate, endDate },
      expected.notAfter(startDate, 'f/endDate'),
    ),
  ),
  ...['2026-05-17T11:59:59Z', '2026-05-17T13:59:59'].map((startDate) =>
    rejectedRow(
      'appointment',
      appointment(),
      { ...slot, startDate },
      expected.below('2026-05-17T12:00:00.000Z', 'f/startDate'),
    ),
  ),
  // The current time of the table is 14:00 in Berlin and 08:00 in New York.
  acceptedRow('appointment', appointment(), { ...slot, startDate: '2026-05-17T14:00:00' }),
  acceptedRow('appointment', appointment(), {
    ...slot,
    startDate: '2026-05-17T08:00:00',
    timeZone: 'America/New_York',
  }),
  rejectedRow(
    'appointment',
    appointment(),
    { ...slot, timeZone: 'Mars/Base' },
    expected.format('time-zone', 'f/timeZone'),
  ),
  rejectedRow(
    'appointment',
    appointment(),
    { ...slot, timeZone: 'x'.repeat(51) },
    expected.tooLong(50, 'f/timeZone'),
    expected.format('time-zone', 'f/timeZone'),
  ),
];

const address = (rules: object = {}, required?: boolean, options: object = {}) =>
  field('ADDRESS', 'addressOptions', rules, {
    required,
    block: { componentType: 'MULTILINE_ADDRESS', multilineAddressOptions: options },
  });
const bonn = {
  country: 'DE',
  subdivision: 'NW',
  city: 'Bonn',
  postalCode: '53111',
  streetName: 'Weg',
  streetNumber: '1',
};
const york = { country: 'US', subdivision: 'NY', city: 'York', postalCode: '10001', addressLine: '1 Way' };
const haifa = { country: 'IL', city: 'Haifa', streetName: 'Way', streetNumber: '1' };
const tokyo = { country: 'JP', subdivision: '13', city: 'Minato', postalCode: '105-0011', addressLine: '4-2-8' };
const male = { country: 'MV', city: 'Malé', postalCode: '20026', addressLine: '1 Way' };
const { city: _, ...withoutCity } = york;
const everyPart = ['country', 'addressLine', 'city', 'postalCode'];
const addresses: ValueRow[] = [
  ...[bonn, york, haifa, tokyo, male].map((good) => acceptedRow('address', address({}, true), good)),
  acceptedRow('address', address(), { ...york, subdivision: 'US-NY', addressLine2: 'Floor 2' }),
  acceptedRow('address', address(), { city: '', country: null }),
  acceptedRow('address', address({ fields: { city: { required: false } } }), withoutCity),
  ...EMPTY.map((empty) =>
    rejectedRow('address', address({}, true), empty, ...everyPart.map((part) => expected.required(`f/${part}`))),
  ),
  rejectedRow('address', address({}, true), { city: '' }, ...everyPart.map((part) => expected.required(`f/${part}`))),
  ...['x', 5, [york]].map((wrong) => rejectedRow('address', address(), wrong, expected.type('object'))),
  rejectedRow('address', address(), withoutCity, expected.required('f/city')),
  rejectedRow(
    'address',
    address({ fields: { country: { required: false } } }),
    { ...male, country: '' },
    expected.required('f/country'),
  ),
  rejectedRow(
    'address',
    address({ fields: { postalCode: { required: true } } }),
    haifa,
    expected.required('f/postalCode'),
  ),
  rejectedRow(
    'address',
    address({ fields: { addressLine2: { required: true } } }, false, {
      fieldSettings: { addressLine2: { show: true } },
    }),
    york,
    expected.required('f/addressLine2'),
  ),
  acceptedRow('address', address({ fields: { addressLine2: { required: true } } }), york),
  rejectedRow('address', address(), { ...york, planet: 'x' }, expected.unknown('f/planet')),
  rejectedRow('address', address(), { ...york, streetName: 'x' }, expected.unknown('f/streetName')),
  rejectedRow('address', address(), { ...haifa, subdivision: 'x' }, expected.unknown('f/subdivision')),
  rejectedRow('address', address(), { ...york, city: 5 }, expected.type('string', 'f/city')),
  rejectedRow('address', address(), { ...york, city: 'x'.repeat(1001) }, expected.tooLong(1000, 'f/city')),
  rejectedRow('address', address(), { ...male, country: 'XX' }, expected.notAllowed(COUNTRIES, 'f/country')),
  rejectedRow('address', address({ allowedCountries: ['DE'] }), york, expected.notAllowed(['DE'], 'f/country')),
  rejectedRow(
    'address',
    address(),
    { ...york, country: 'AU' },
    expected.notAllowed(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'], 'f/subdivision'),
  ),
];

const parts = { id: { propertiesType: 'STRING' }, type: { propertiesType: 'STRING' } };
const vatId = (required?: boolean) =>
  field('OBJECT', 'objectOptions', { properties: parts }, { required, identifier: 'VAT_ID' });
const vatIds: ValueRow[] = [
  ...['529.982.247-25', '52998224725', '11.222.333/0001-81', '12ABC34501DE35', '123456782'].map((id) =>
    acceptedRow('VAT id', vatId(), { id, type: 'UNSPECIFIED' }),
  ),
  ...EMPTY.map((empty) => rejectedRow('VAT id', vatId(true), empty, expected.required())),
  ...['529.982.247-26', '11111111111', '11.222.333/0001-82', '123456789', '000000000'].map((id) =>
    rejectedRow('VAT id', vatId(), { id, type: 'CPF' }, expected.format('vat ID')),
  ),
  rejectedRow('VAT id', vatId(), 'x', expected.type('object'), expected.format('vat ID')),
  rejectedRow('VAT id', vatId(), { id: 5 }, expected.type('string', 'f/id')),
  rejectedRow('VAT id', vatId(), { id: '123456782', state: 'x' }, expected.unknown('f/state')),
];

const named = (target: string, one: ReturnType<typeof text>) => ({
  ...one,
  id: `6a0c7a0e-0000-4000-8000-${target.padEnd(12, '0').slice(0, 12)}`,
  inputOptions: { ...one.inputOptions, target },
});
const guests = [named('name', text({ maxLength: 5 }, { required: true })), named('age', number({ minimum: 18 }))];
const repeater = (rules: object = {}, required?: boolean) =>
  field('OBJECT_ARRAY', 'objectArrayOptions', rules, {
    required,
    block: { componentType: 'REPEATER', repeaterOptions: { fields: guests } },
  });
const rows: ValueRow[] = [
  acceptedRow('repeater', repeater(), [{ name: 'Ada', age: 36 }, { name: 'Bob' }]),
  ...EMPTY.map((empty) => rejectedRow('repeater', repeater({}, true), empty, expected.required())),
  ...['x', 5, { name: 'Ada' }].map((wrong) => rejectedRow('repeater', repeater(), wrong, expected.type('array'))),
  rejectedRow('repeater', repeater(), [{ name: 'Ada' }, 'Bob'], expected.type('object', 'f/1')),
  rejectedRow('repeater', repeater(), [{ name: '' }], expected.required('f/0/name')),
  rejectedRow('repeater', repeater(), [{ name: 5 }], expected.type('string', 'f/0/name')),
  rejectedRow('repeater', repeater(), [{ name: 'Ada', pet: 1 }], expected.unknown('f/0/pet')),
  rejectedRow('repeater', repeater(), [{ name: 'Adelaide' }], expected.tooLong(5, 'f/0/name')),
  rejectedRow('repeater', repeater(), [{ name: 'Ada' }, { name: 'Bob', age: 3 }], expected.below(18, 'f/1/age')),
  rejectedRow('repeater', repeater({ minItems: 2 }), [{ name: 'Ada' }], expected.tooFew(2)),
  rejectedRow('repeater', repeater({ maxItems: 1 }), [{ name: 'Ada' }, { name: 'Bob' }], expected.tooMany(1)),
];

const nestedForm = (value: unknown, required: boolean, ...errors: ValueRow['errors']): ValueRow => ({
  kind: 'nested form',
  form: {
    formFields: [field('OBJECT', 'objectOptions', {}, { identifier: 'NESTED_FORM', required })],
    nestedForms: [{ targets: ['f'], form: { formFields: guests } }],
  },
  value,
  errors,
});
const nested: ValueRow[] = [
  nestedForm({ name: 'Ada', age: 36 }, true),
  nestedForm(null, false),
  ...EMPTY.map((empty) => nestedForm(empty, true, expected.required())),
  ...['x', 5, ['x']].map((wrong) => nestedForm(wrong, false, expected.type('object'))),
  nestedForm({ age: 36 }, false, expected.required('f/name')),
  nestedForm({ name: 5 }, false, expected.type('string', 'f/name')),
  nestedForm({ name: 'Ada', pet: 1 }, false, expected.unknown('f/pet')),
  nestedForm({ name: 'Adelaide', age: 3 }, false, expected.tooLong(5, 'f/name'), expected.below(18, 'f/age')),
];

export const structureRows: readonly ValueRow[] = [
  ...files,
  ...appointments,
  ...addresses,
  ...vatIds,
  ...rows,
  ...nested,
];
