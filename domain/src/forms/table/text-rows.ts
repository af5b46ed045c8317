/** Kinds whose value is a text. */
import { choices, expected, refused, taken, text, type ValueRow } from './row.ts';

interface TextKind {
  readonly kind: string;
  readonly rules?: object;
  readonly more?: object;
  readonly fitting: readonly string[];
  /** as messages call the format */
  readonly format?: string;
  readonly unfitting?: readonly string[];
}

const dated = (format: string, name: string, bounds: object) => ({ format, [name]: bounds });

export const textKinds: readonly TextKind[] = [
  { kind: 'text', fitting: ['four', '😀'] },
  {
    kind: 'e-mail',
    rules: { format: 'EMAIL' },
    format: 'email',
    fitting: ['ada.lovelace+x@example.co.uk', 'jörg@müller.example'],
    unfitting: ['ada@', '@example.org', 'ada@example'],
  },
  {
    kind: 'url',
    rules: { format: 'URL' },
    format: 'url',
    fitting: ['https://example.org/a?b=c#d', 'http://example.org', 'ftp://example.org/x'],
    unfitting: ['javascript:alert(1)', 'example.org', 'mailto:ada@example.org', 'https://exa mple.org'],
  },
  { kind: 'uri', rules: { format: 'URI' }, format: 'uri', fitting: ['urn:isbn:0451450523'], unfitting: ['no scheme'] },
  {
    kind: 'uuid',
    rules: { format: 'UUID' },
    format: 'uuid',
    fitting: ['F47AC10B-58CC-4372-A567-0E02B2C3D479'],
    unfitting: ['123'],
  },
  {
    kind: 'hostname',
    rules: { format: 'HOSTNAME' },
    format: 'hostname',
    fitting: ['a-b.example', 'localhost'],
    unfitting: ['-a.example', 'a..b', 'a_b.example'],
  },
  {
    kind: 'colour',
    rules: { format: 'COLOR_HEX' },
    format: 'color-hex',
    fitting: ['#FA0', '#FA0c', '#ffaa00', '#ffaa00cc'],
    unfitting: ['#12345', 'red'],
  },
  {
    kind: 'currency',
    rules: { format: 'CURRENCY' },
    format: 'currency',
    fitting: ['eur', 'USD'],
    unfitting: ['EURO', 'XYZ'],
  },
  { kind: 'language', rules: { format: 'LANGUAGE' }, format: 'language', fitting: ['de'], unfitting: ['xx', 'deu'] },
  {
    kind: 'date',
    rules: { format: 'DATE' },
    format: 'date',
    fitting: ['2024-02-29', '2026-05-17'],
    unfitting: ['2023-02-29', '2024-13-01', '24-01-01', '2024-1-1'],
  },
  {
    kind: 'time',
    rules: { format: 'TIME' },
    format: 'time',
    fitting: ['10:00:00', '23:59:59.123+02:00', '10:00:00z'],
    unfitting: ['10:00', '24:00:00', '10:60:00'],
  },
  {
    kind: 'date-time',
    rules: { format: 'DATE_TIME' },
    format: 'date-time',
    fitting: ['2024-01-01T10:00:00', '2024-01-01T10:00:00.5+02:00'],
    unfitting: ['2024-01-01', '2024-02-30T10:00:00', '2024-01-01T10:00'],
  },
  {
    kind: 'date, time optional',
    rules: { format: 'DATE_OPTIONAL_TIME' },
    format: 'date-optional-time',
    fitting: ['2024-01-01', '2024-01-01T10:00:00Z'],
    unfitting: ['2024-13-01', '10:00:00'],
  },
  {
    kind: 'phone',
    rules: { format: 'PHONE' },
    format: 'phone',
    more: { block: { componentType: 'PHONE_INPUT' } },
    fitting: ['+4915123456789', '+442079460958'],
    unfitting: ['0151 234', '+491', '4915123456789', '+49 151 23456789'],
  },
  {
    kind: 'birthdate',
    rules: { format: 'DATE' },
    more: { identifier: 'CONTACTS_BIRTHDATE' },
    format: 'date',
    fitting: ['1990-01-01'],
    unfitting: ['1990-02-30'],
  },
  { kind: 'password', more: { block: { componentType: 'PASSWORD' } }, fitting: ['four'] },
];

/** What can be wrong with any text, and with the format of those that have one. */
const ofEachKind = textKinds.flatMap(({ kind, rules, more, fitting, format, unfitting = [] }): ValueRow[] => {
  const one = (extra: object = {}, required?: boolean) => text({ ...rules, ...extra }, { ...more, required });
  const value = fitting[0] as string;
  const length = [...value].length;
  return [
    ...fitting.map((good) => taken(kind, one(), good)),
    ...['', null, undefined, []].map((empty) => taken(kind, one({ minLength: 3 }), empty)),
    ...['', null, undefined, []].map((empty) => refused(kind, one({}, true), empty, expected.required())),
    ...[5, true, ['a'], { a: 1 }].map((wrong) => refused(kind, one(), wrong, expected.type('string'))),
    refused(kind, one({ maxLength: length - 1 }), value, expected.tooLong(length - 1)),
    refused(kind, one({ minLength: length + 1 }), value, expected.tooShort(length + 1)),
    refused(kind, one({ pattern: '^zz+$' }), value, expected.pattern('^zz+$')),
    refused(kind, one({ enum: ['zz'] }), value, expected.notAllowed(['zz'])),
    ...unfitting.map((bad) => refused(kind, one(), bad, expected.format(format as string))),
  ];
});

const dates: ValueRow[] = [
  refused(
    'date',
    text(dated('DATE', 'dateOptions', { minimum: '2024-01-01' })),
    '2023-12-31',
    expected.below('2024-01-01'),
  ),
  refused('date', text(dated('DATE', 'dateOptions', { maximum: '$now' })), '2026-05-18', expected.above('2026-05-17')),
  taken('date', text(dated('DATE', 'dateOptions', { maximum: '$now' })), '2026-05-17'),
  refused(
    'date',
    text(dated('DATE', 'dateOptions', { maximum: '$now-18y' })),
    '2008-05-18',
    expected.above('2008-05-17'),
  ),
  refused(
    'date',
    text(dated('DATE', 'dateOptions', { minimum: '$now+1M' })),
    '2026-06-16',
    expected.below('2026-06-17'),
  ),
  refused(
    'date',
    text(dated('DATE', 'dateOptions', { minimum: '$now+10d' })),
    '2026-05-26',
    expected.below('2026-05-27'),
  ),
  refused('time', text(dated('TIME', 'timeOptions', { minimum: '09:00:00' })), '08:59:59', expected.below('09:00:00')),
  refused('time', text(dated('TIME', 'timeOptions', { maximum: '$now+1h' })), '13:00:01', expected.above('13:00:00')),
  refused(
    'date-time',
    text(dated('DATE_TIME', 'dateTimeOptions', { minimum: '$now-30m' })),
    '2026-05-17T11:00:00Z',
    expected.below('2026-05-17T11:30:00Z'),
  ),
  refused(
    'date-time',
    text(dated('DATE_TIME', 'dateTimeOptions', { maximum: '2026-05-17T11:00:00Z' })),
    '2026-05-17T11:00:00-01:00',
    expected.above('2026-05-17T11:00:00Z'),
  ),
  refused(
    'date, time optional',
    text(dated('DATE_OPTIONAL_TIME', 'dateOptionalTimeOptions', { minimum: '2026-01-01' })),
    '2025-12-31',
    expected.below('2026-01-01'),
  ),
  refused(
    'date, time optional',
    text(dated('DATE_OPTIONAL_TIME', 'dateOptionalTimeOptions', { maximum: '2026-01-01' })),
    '2026-01-01T00:00:01Z',
    expected.above('2026-01-01'),
  ),
  refused(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '1899-12-31',
    expected.below('1900-01-01'),
  ),
  refused(
    'birthdate',
    text({ format: 'DATE' }, { identifier: 'CONTACTS_BIRTHDATE' }),
    '2026-05-18',
    expected.above('2026-05-17'),
  ),
];

const german = { format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } };
const phones: ValueRow[] = [
  taken('phone', text(german), '+4915123456789'),
  refused('phone', text(german), '+442079460958', expected.phoneCountry(['DE'])),
  refused('phone', text({ format: 'PHONE' }), '+99912345678', expected.callingCode()),
  refused('phone', text({ format: 'PHONE' }), '+99', expected.callingCode()),
];

const radio = choices('RADIO_GROUP', 'radioGroupOptions');
const withOther = choices('DROPDOWN', 'dropdownOptions', { customOption: { label: 'Other' } });
const services = choices('SERVICES_DROPDOWN', 'servicesDropdownOptions');
const textChoices: ValueRow[] = [
  ...[radio, services].flatMap((more) => [
    taken('choice', text({}, more), 'a'),
    refused('choice', text({}, more), 'c', expected.notAllowed(['a', 'b'])),
    refused('choice', text({}, { ...more, required: true }), '', expected.required()),
    refused('choice', text({}, more), 1, expected.type('string'), expected.notAllowed(['a', 'b'])),
  ]),
  taken('choice', text({}, withOther), 'my own'),
  refused('choice', text({}, withOther), 'x'.repeat(20_001), expected.tooLong(20_000)),
  refused('choice', text({ enum: ['a'] }, withOther), 'b', expected.notAllowed(['a'])),
  refused('choice', text({ enum: ['c'] }, radio), 'a', expected.notAllowed(['c'])),
];

const own = { pattern: '^a$', validationMessages: { pattern: 'Only a' } };
export const textRows: readonly ValueRow[] = [
  ...ofEachKind,
  ...dates,
  ...phones,
  ...textChoices,
  taken('text', text({ format: 'UNKNOWN_FORMAT' }), 'anything'),
  taken('text', text({ maxLength: 30_000 }), 'x'.repeat(20_000)),
  refused('text', text({ maxLength: 30_000 }), 'x'.repeat(20_001), expected.tooLong(20_000)),
  refused('text', text({ minLength: 2 }), '😀', expected.tooShort(2)),
  taken('text', text({ pattern: 'b' }), 'abc'),
  refused('text', text(own), 'b', { ...expected.pattern('^a$'), errorMessage: 'Only a', useCustomErrorMessage: true }),
  refused(
    'text',
    text({ minLength: 9, pattern: '^a', format: 'EMAIL', enum: ['x'] }),
    'b',
    ...[expected.tooShort(9), expected.pattern('^a'), expected.format('email'), expected.notAllowed(['x'])],
  ),
  taken('text', text({}, { required: true, hidden: true }), null),
  taken('text', text({}, { inputOptions: { readOnly: true, required: true } }), null),
];
