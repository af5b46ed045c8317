/** Rows for kinds of fields whose value is a string. */
import { acceptedRow, choices, expected, rejectedRow, text, type ValueRow } from './row.ts';

interface TextKind {
  readonly kind: string;
  readonly rules?: object;
  readonly more?: object;
  readonly valid: readonly string[];
  /** The format as error messages call it. */
  readonly format?: string;
  readonly invalid?: readonly string[];
}

const withDateBounds = (format: string, name: string, bounds: object) => ({ format, [name]: bounds });

export const textKinds: readonly TextKind[] = [
  { kind: 'text', valid: ['four', '😀'] },
  {
    kind: 'e-mail',
    rules: { format: 'EMAIL' },
    format: 'email',
    valid: ['ada.lovelace+x@example.co.uk', 'jörg@müller.example'],
    invalid: ['ada@', '@example.org', 'ada@example'],
  },
  {
    kind: 'url',
    rules: { format: 'URL' },
    format: 'url',
    valid: ['https://example.org/a?b=c#d', 'http://example.org', 'ftp://example.org/x'],
    invalid: ['javascript:alert(1)', 'example.org', 'mailto:ada@example.org', 'https://exa mple.org'],
  },
  { kind: 'uri', rules: { format: 'URI' }, format: 'uri', valid: ['urn:isbn:0451450523'], invalid: ['no scheme'] },
  {
    kind: 'uuid',
    rules: { format: 'UUID' },
    format: 'uuid',
    valid: ['F47AC10B-58CC-4372-A567-0E02B2C3D479'],
    invalid: ['123'],
  },
  {
    kind: 'hostname',
    rules: { format: 'HOSTNAME' },
    format: 'hostname',
    valid: ['a-b.example', 'localhost'],
    invalid: ['-a.example', 'a..b', 'a_b.example'],
  },
  {
    kind: 'colour',
    rules: { format: 'COLOR_HEX' },
    format: 'color-hex',
    valid: ['#FA0', '#FA0c', '#ffaa00', '#ffaa00cc'],
    invalid: ['#12345', 'red'],
  },
  {
    kind: 'currency',
    rules: { format: 'CURRENCY' },
    format: 'currency',
    valid: ['eur', 'USD'],
    invalid: ['EURO', 'XYZ'],
  },
  { kind: 'language', rules: { format: 'LANGUAGE' }, format: 'language', valid: ['de'], invalid: ['xx', 'deu'] },
  {
    kind: 'date',
    rules: { format: 'DATE' },
    format: 'date',
    valid: ['2024-02-29', '2026-05-17'],
    invalid: ['2023-02-29', '2024-13-01', '24-01-01', '2024-1-1'],
  },
  {
    kind: 'time',
    rules: { format: 'TIME' },
    format: 'time',
    valid: ['10:00:00', '23:59:59.123+02:00', '10:00:00z'],
    invalid: ['10:00', '24:00:00', '10:60:00'],
  },
  {
    kind: 'date-time',
    rules: { format: 'DATE_TIME' },
    format: 'date-time',
    valid: ['2024-01-01T10:00:00', '2024-01-01T10:00:00.5+02:00'],
    invalid: ['2024-01-01', '2024-02-30T10:00:00', '2024-01-01T10:00'],
  },
  {
    kind: 'date, time optional',
    rules: { format: 'DATE_OPTIONAL_TIME' },
    format: 'date-optional-time',
    valid: ['2024-01-01', '2024-01-01T10:00:00Z'],
    invalid: ['2024-13-01', '10:00:00'],
  },
  {
    kind: 'phone',
    rules: { format: 'PHONE' },
    format: 'phone',
    more: { block: { componentType: 'PHONE_INPUT' } },
    valid: ['+4915123456789', '+442079460958'],
    invalid: ['0151 234', '+491', '4915123456789', '+49 151 23456789'],
  },
  {
    kind: 'birthdate',
    rules: { format: 'DATE' },
    more: { identifier: 'CONTACTS_BIRTHDATE' },
    format: 'date',
    valid: ['1990-01-01'],
    invalid: ['1990-02-30'],
  },
  { kind: 'password', more: { block: { componentType: 'PASSWORD' } }, valid: ['four'] },
];

/** Rows for each kind of text: its valid values, the errors that all kinds share, and the errors of its format. */
const rowsOfEachKind = textKinds.flatMap(
  ({ kind, rules, more, valid: validTexts, format, invalid: invalidTexts = [] }): ValueRow[] => {
    const one = (extra: object = {}, required?: boolean) => text({ ...rules, ...extra }, { ...more, required });
    const value = validTexts[0] as string;
    const length = [...value].length;
    return [
      ...validTexts.map((good) => acceptedRow(kind, one(), good)),
      ...['', null, undefined, []].map((empty) => acceptedRow(kind, one({ minLength: 3 }), empty)),
      ...['', null, undefined, []].map((empty) => rejectedRow(kind, one({}, true), empty, expected.required())),
      ...[5, true, ['a'], { a: 1 }].map((wrong) => rejectedRow(kind, one(), wrong, expected.type('string'))),
      rejectedRow(kind, one({ maxLength: length - 1 }), value, expected.tooLong(length - 1)),
      rejectedRow(kind, one({ minLength: length + 1 }), value, expected.tooShort(length + 1)),
      rejectedRow(kind, one({ pattern: '^zz+$' }), value, expected.pattern('^zz+$')),
      rejectedRow(kind, one({ enum: ['zz'] }), value, expected.notAllowed(['zz'])),
      ...invalidTexts.map((bad) => rejectedRow(kind, one(), bad, expected.format(format as string))),
    ];
  },
);

const dates: ValueRow[] = [
  rejectedRow(
    'date',
    text(withDateBounds('DATE', 'dateOptions', { minimum: '2024-01-01' })),
    '2023-12-31',
    expected.below('2024-01-01'),
  ),
  rejectedRow(
    'date',
    text(withDateBounds('DATE', 'dateOptions', { maximum: '$now' })),
    '2026-05-18',
    expected.above('2026-05-17'),
  ),
  acceptedRow('date', text(withDateBounds('DATE', 'dateOptions', { maximum: '$now' })), '2026-05-17'),
  rejectedRow(
    'date',
    text(withDateBounds('DATE', 'dateOptions', { maximum: '$now-18y' })),
    '2008-05-18',
    expected.above('2008-05-17'),
  ),
  rejectedRow(
    'date',
    text(withDateBounds('DATE', 'dateOptions', { minimum: '$now+1M' })),
    '2026-06-16',
    expected.below('2026-06-17'),
  ),
  rejectedRow(
    'date',
    text(withDateBounds('DATE', 'dateOptions', { minimum: '$now+10d' })),
    '2026-05-26',
    expected.below('2026-05-27'),
  ),
  rejectedRow(
    'time',
    text(withDateBounds('TIME', 'timeOptions', { minimum: '09:00:00' })),
    '08:59:59',
    expected.below('09:00:00'),
  ),
  rejectedRow(
    'time',
    text(withDateBounds('TIME', 'timeOptions', { maximum: '$now+1h' })),
    '13:00:01',
    expected.above('13:00:00'),
  ),
  rejectedRow(
    'date-time',
    text(withDateBounds('DATE_TIME', 'dateTimeOptions', { minimum: '$now-30m' })),
    '2026-05-17T11:00:00Z',
    expected.below('2026-05-17T11:30:00Z'),
  ),
  rejectedRow(
    'date-time',
    text(withDateBounds('DATE_TIME', 'dateTimeOptions', { maximum: '2026-05-17T11:00:00Z' })),
    '2026-05-17T11:00:00-01:00',
    expected.above('2026-05-17T11:00:00Z'),
  ),
  rejectedRow(
    'date, time optional',
    text(withDateBounds('DATE_OPTIONAL_TIME', 'dateOptionalTimeOptions', { minimum: '2026-01-01' })),
    '2025-12-31',
    expected.below('2026-01-01'),
  ),
  rejectedRow(
    'date, time optional',
    text(withDateBounds('DATE_OPTIONAL_TIME', 'dateOptionalTimeOptions', { maximum: '2026-01-01' })),
    '2026-01-01T00:00:01Z',
    expected.above('2026-01-01'),
  ),
  rejectedRow(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '1899-12-31',
    expected.below('1900-01-01'),
  ),
  rejectedRow(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '2026-05-18',
    expected.above('2026-05-17'),
  ),
];

const germanPhone = { format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } };
const phones: ValueRow[] = [
  acceptedRow('phone', text(germanPhone), '+4915123456789'),
  rejectedRow('phone', text(germanPhone), '+442079460958', expected.phoneCountry(['DE'])),
  rejectedRow('phone', text({ format: 'PHONE' }), '+99912345678', expected.callingCode()),
  rejectedRow('phone', text({ format: 'PHONE' }), '+99', expected.callingCode()),
];

const radio = choices('RADIO_GROUP', 'radioGroupOptions');
const dropdownWithOther = choices('DROPDOWN', 'dropdownOptions', { customOption: { label: 'Other' } });
const services = choices('SERVICES_DROPDOWN', 'servicesDropdownOptions');
const textChoices: ValueRow[] = [
  ...[radio, services].flatMap((more) => [
    acceptedRow('choice', text({}, more), 'a'),
    rejectedRow('choice', text({}, more), 'c', expected.notAllowed(['a', 'b'])),
    rejectedRow('choice', text({}, { ...more, required: true }), '', expected.required()),
    rejectedRow('choice', text({}, more), 1, expected.type('string'), expected.notAllowed(['a', 'b'])),
  ]),
  acceptedRow('choice', text({}, dropdownWithOther), 'my own'),
  rejectedRow('choice', text({}, dropdownWithOther), 'x'.repeat(20_001), expected.tooLong(20_000)),
  rejectedRow('choice', text({ enum: ['a'] }, dropdownWithOther), 'b', expected.notAllowed(['a'])),
  rejectedRow('choice', text({ enum: ['c'] }, radio), 'a', expected.notAllowed(['c'])),
];

const withMessage = { pattern: '^a$', validationMessages: { pattern: 'Only a' } };
export const textRows: readonly ValueRow[] = [
  ...rowsOfEachKind,
  ...dates,
  ...phones,
  ...textChoices,
  acceptedRow('text', text({ format: 'UNKNOWN_FORMAT' }), 'anything'),
  acceptedRow('text', text({ maxLength: 30_000 }), 'x'.repeat(20_000)),
  rejectedRow('text', text({ maxLength: 30_000 }), 'x'.repeat(20_001), expected.tooLong(20_000)),
  rejectedRow('text', text({ minLength: 2 }), '😀', expected.tooShort(2)),
  acceptedRow('text', text({ pattern: 'b' }), 'abc'),
  rejectedRow('text', text(withMessage), 'b', {
    ...expected.pattern('^a$'),
    errorMessage: 'Only a',
    useCustomErrorMessage: true,
  }),
  rejectedRow(
    'text',
    text({ minLength: 9, pattern: '^a', format: 'EMAIL', enum: ['x'] }),
    'b',
    ...[expected.tooShort(9), expected.pattern('^a'), expected.format('email'), expected.notAllowed(['x'])],
  ),
  acceptedRow('text', text({}, { required: true, hidden: true }), null),
  acceptedRow('text', text({}, { inputOptions: { readOnly: true, required: true } }), null),
];
